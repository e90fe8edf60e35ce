import { z } from 'zod'
import { may } from '#modules/approvals/model.ts'
import { admin, anyone, member, memberMoney } from '#platform/http-contract.ts'
import { day, envelope, instant, messageOnly, usd, usdAmount } from '#platform/http-schemas.ts'
import { AT_MATURITY, PLAN_FAMILIES } from './model.ts'

const tags = ['Plans']
const id = z.string().max(60)
/** Taken as sent; what is missing or wrong is answered by the command, in the words of the contract. */
const said = z
  .union([z.string().max(300), z.number()])
  .transform(String)
  .optional()
const text = z.string().max(4_000)

const percentage = z
  .string()
  .meta({ description: "over the whole term, such as '50%': a target, no promise" })

const plan = z.object({
  _id: z.string(),
  family: z.enum(PLAN_FAMILIES),
  name: z.string(),
  minAmount: usd,
  maxAmount: usd,
  percentage,
  yearly: z.string().nullable().meta({ description: 'the same a year; only for terms of a year or more' }),
  termDays: z.int(),
  noticeDays: z.int().meta({ description: 'days of notice before principal is cash; 0: at any time' }),
  liquidity: z.string(),
  fees: z.string(),
  basis: z.string().meta({ description: 'what the target rests on' }),
  risk: z.string(),
  warning: z.string().nullable().meta({ description: 'where the target is out of the ordinary' }),
  sample: z.boolean(),
  label: z.string().nullable().meta({ description: 'what stands wherever the figures of a sample show' }),
})

const position = z.object({
  _id: z.string(),
  plan: z.object({
    _id: z.string(),
    name: z.string(),
    family: z.enum(PLAN_FAMILIES),
    sample: z.boolean(),
    label: z.string().nullable(),
  }),
  status: z.enum(['open', 'redeemed', 'matured', 'lost']),
  principal: usd.meta({ description: 'what was invested at first' }),
  remaining: usd.meta({ description: 'what is invested now' }),
  percentage,
  termDays: z.int(),
  daysPassed: z.int(),
  openedOn: day,
  maturesOn: day,
  accrued: usd.meta({ description: 'an estimate as of today; in no balance' }),
  target: usd.meta({ description: 'what falls due at maturity if the target is met' }),
  maturedOn: day.nullable().meta({ description: 'when its term was settled' }),
  returnDue: usd.meta({ description: 'what fell due at maturity' }),
  returnPaid: usd.meta({ description: 'what of that was paid, out of recorded income' }),
  origin: z.enum(['deposit', 'balance', 'reinvested']),
  atMaturity: z
    .enum(AT_MATURITY)
    .meta({ description: 'what becomes of it then; the choice is open until the day before' }),
  noticeDays: z.int(),
  liquidity: z.string(),
  inNotice: usd.meta({ description: 'how much of what remains waits for its notice to end' }),
})

const redemption = z.object({
  amount: usd,
  stays: usd.meta({ description: 'what goes on being invested' }),
  accrued: usd.meta({
    description: 'accrued so far and kept: it falls due at maturity, if the target is met',
  }),
  accruesUntil: day.meta({ description: 'the last day that counts for the part' }),
  target: usd.meta({ description: 'what falls due at maturity then, if the target is met' }),
  givenUp: usd.meta({ description: 'how much of the target the part gives up' }),
  noticeDays: z.int(),
  maturesOn: day,
})

const notice = z.object({
  _id: z.string(),
  position: z.string(),
  plan: z.object({ name: z.string(), family: z.enum(PLAN_FAMILIES) }),
  amount: usd,
  givenOn: day,
  endsOn: day.meta({ description: 'the day it is cash; until then it accrues' }),
  status: z.enum(['waiting', 'done', 'cancelled']),
  place: z.int().nullable().meta({ description: 'among those of its plan that wait' }),
})

const staffNotice = notice.extend({ member: z.object({ _id: z.string(), name: z.string() }) })

const version = plan.extend({
  number: z.int(),
  extraordinary: z.boolean(),
  effectiveFrom: day,
  onOffer: z.boolean(),
  proposedBy: z.string(),
  proposedAt: instant,
  publishedBy: z.string().nullable(),
  publishedAt: instant.nullable(),
})

const staffPlan = z.object({
  _id: z.string(),
  family: z.enum(PLAN_FAMILIES),
  name: z.string(),
  state: z.enum(['draft', 'published', 'closed']),
  createdAt: instant,
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedBecause: z.string().nullable(),
  versions: z.array(version).meta({ description: 'the newest first' }),
})

const proposed = z.object({
  _id: z.string().meta({ description: 'of the version' }),
  plan: z.string(),
  number: z.int(),
  extraordinary: z.boolean().meta({ description: 'another admin has to publish it' }),
})

const proposal = z.object({
  family: z.enum(PLAN_FAMILIES),
  name: text,
  minAmount: usdAmount,
  maxAmount: usdAmount,
  percentage: said.meta({ description: "the target over the whole term, such as '12.5%'" }),
  termDays: z.int(),
  noticeDays: z.int().default(0),
  liquidity: text,
  fees: text,
  basis: text,
  risk: text,
  sample: z.boolean().default(false),
  effectiveFrom: day.optional().meta({ description: 'today unless told' }),
})

export const plansContract = {
  list: anyone
    .route({ method: 'GET', path: '/plans', summary: 'The plans on offer', tags })
    .output(envelope(z.array(plan))),
  positions: member
    .route({ method: 'GET', path: '/positions', summary: "The member's own positions", tags })
    .output(envelope(z.array(position))),
  invest: memberMoney
    .route({ method: 'POST', path: '/positions', summary: 'Invest available cash in a plan', tags })
    .input(z.object({ selected_plan: said, amount: said, at_maturity: said }))
    .output(envelope(position)),
  setAtMaturity: member
    .route({
      method: 'PATCH',
      path: '/positions/{id}',
      summary: 'Choose what becomes of a position at maturity',
      tags,
    })
    .input(z.object({ id, at_maturity: z.enum(AT_MATURITY) }))
    .output(envelope(position)),
  redemption: member
    .route({
      method: 'GET',
      path: '/positions/{id}/redemption',
      summary: 'What taking a part out would do, before it is done',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(envelope(redemption)),
  giveNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/{id}/notice',
      summary: 'Give notice of a part of a position',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(envelope(notice)),
  notices: member
    .route({
      method: 'GET',
      path: '/positions/notices',
      summary: 'My notices, with their place in the queue',
      tags,
    })
    .output(envelope(z.array(notice))),
  cancelNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/notices/{id}/cancel',
      summary: 'Take back a notice that waits',
      tags,
    })
    .input(z.object({ id }))
    .output(envelope(notice)),
  allNotices: admin()
    .route({
      method: 'GET',
      path: '/admin/notices',
      summary: 'The queue of notices, by the day they end',
      tags,
    })
    .output(envelope(z.array(staffNotice))),
  all: admin()
    .route({ method: 'GET', path: '/admin/plans', summary: 'Every plan with all its versions', tags })
    .output(envelope(z.array(staffPlan))),
  propose: admin(...may('plan.propose'))
    .route({
      method: 'POST',
      path: '/admin/plans',
      summary: 'Propose a plan, or the next version of one',
      tags,
    })
    .input(proposal)
    .output(envelope(proposed)),
  publish: admin(...may('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/versions/{id}/publish',
      summary: 'Put a proposed version on offer',
      tags,
    })
    .input(z.object({ id }))
    .output(envelope(plan)),
  close: admin(...may('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/{id}/close',
      summary: 'Take a plan off offer for good',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(messageOnly),
}
