// Long because every call of plans, positions, notices, income and losses is here: they share their
// shapes.
import { z } from 'zod'
import { may } from '#modules/approvals/model.ts'
import { admin, adminMoneyUpload, anyone, member, memberMoney } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  day,
  instant,
  messageOnly,
  usd,
  usdAmount,
} from '#platform/http/schemas.ts'
import { AT_MATURITY, LOSS_SOURCES, PLAN_FAMILIES } from './model.ts'

const tags = ['Plans']
const id = z.string().max(60)
/**
 * Taken as sent; what is missing or wrong is answered by the command, with the field that it is
 * about.
 */
const optionalText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .optional()
const textOrEmpty = optionalText.default('')
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
  yearly: z
    .string()
    .nullable()
    .meta({ description: 'the same a year; only for terms of a year or more' }),
  termDays: z.int(),
  noticePeriodDays: z
    .int()
    .meta({ description: 'days of notice before principal is cash; 0: at any time' }),
  liquidity: z.string(),
  fees: z.string(),
  basis: z.string().meta({ description: 'what the target rests on' }),
  risk: z.string(),
  warning: z.string().nullable().meta({ description: 'where the target is out of the ordinary' }),
  sample: z.boolean(),
  label: z
    .string()
    .nullable()
    .meta({ description: 'what stands wherever the figures of a sample show' }),
})

const month = z.object({ month: z.string(), income: usd, loss: usd })
const offered = plan.extend({
  worstMonth: month
    .nullable()
    .meta({ description: 'of all recorded, income less losses; null while there is none' }),
})

const position = z.object({
  _id: z.string(),
  plan: z.object({
    _id: z.string(),
    name: z.string(),
    family: z.enum(PLAN_FAMILIES),
    sample: z.boolean(),
    label: z.string().nullable(),
    risk: z.string(),
    warning: z.string().nullable().meta({ description: 'where the target is out of the ordinary' }),
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
  noticePeriodDays: z.int(),
  liquidity: z.string(),
  pendingRedemption: usd.meta({
    description: 'how much of what remains waits for its notice to end',
  }),
})

const redemption = z.object({
  amount: usd,
  stays: usd.meta({ description: 'what goes on being invested' }),
  accrued: usd.meta({
    description: 'accrued so far and kept: it falls due at maturity, if the target is met',
  }),
  accruesUntil: day.meta({ description: 'the last day that counts for the part' }),
  target: usd.meta({ description: 'what falls due at maturity then, if the target is met' }),
  forgoneTarget: usd.meta({ description: 'how much of the target the part gives up' }),
  noticePeriodDays: z.int(),
  maturesOn: day,
})

const redemptionNotice = z.object({
  _id: z.string(),
  position: z.string(),
  plan: z.object({ name: z.string(), family: z.enum(PLAN_FAMILIES) }),
  amount: usd,
  requestedOn: day,
  endsOn: day.meta({ description: 'the day it is cash; until then it accrues' }),
  status: z.enum(['waiting', 'done', 'cancelled']),
  place: z.int().nullable().meta({ description: 'among those of its plan that wait' }),
})

const staffRedemptionNotice = redemptionNotice.extend({
  member: z.object({ _id: z.string(), name: z.string() }),
})

const version = plan.extend({
  number: z.int(),
  extraordinary: z.boolean(),
  effectiveFrom: day,
  onOffer: z.boolean(),
  proposedBy: z.string(),
  proposedAt: instant,
  publishedBy: z.string().nullable(),
  publishedAt: instant.nullable(),
  waits: z
    .boolean()
    .meta({ description: 'a draft that only another admin than who proposed it may publish' }),
  mine: z.boolean().meta({ description: 'whether the one who asks proposed it' }),
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
  minAmount: optionalText.meta({ description: 'dollars, at most two decimals' }),
  maxAmount: optionalText.meta({ description: 'likewise' }),
  percentage: optionalText.meta({ description: "the target over the whole term, such as '12.5%'" }),
  termDays: z.int(),
  noticePeriodDays: z.int().default(0),
  liquidity: text,
  fees: text,
  basis: text,
  risk: text,
  sample: z.boolean().default(false),
  effectiveFrom: day.optional().meta({ description: 'today unless told' }),
})

const currency = z.enum(['BTC', 'ETH', 'USDT', 'USD'])
const period = { period_from: textOrEmpty, period_to: textOrEmpty }
const evidence = z
  .union([z.file(), z.string().max(300)])
  .optional()
  .meta({ description: 'a picture or a PDF of at most 10 MB that shows it' })
const place = textOrEmpty.meta({ description: 'hot for coin and bank for dollars unless named' })

const waiting = z.object({
  _id: id.meta({ description: 'of the proposal' }),
  state: z.literal('waiting'),
  content: z
    .record(z.string(), z.string().nullable())
    .meta({ description: 'what a second admin decides on' }),
  hash: z.string().meta({ description: 'of the content, for the one who decides' }),
  expiresAt: instant,
})

const recorded = {
  _id: id,
  amount: usd,
  periodFrom: day,
  periodTo: day,
  recordedOn: day,
  recordedAt: instant,
}
const proof = {
  approval: id.meta({ description: 'the proposal that a second admin agreed to' }),
  evidence: z.object({ path: z.string(), sha256: z.string() }),
}
const incomeLine = z.object({
  ...recorded,
  ...proof,
  source: z.string(),
  receipt: id,
  used: usd.meta({ description: 'what of it has gone into distributions' }),
  unused: usd,
})
const lossLine = z.object({
  ...recorded,
  ...proof,
  cause: z.string(),
  positions: z.int().meta({ description: 'how many bore it' }),
})
const distributionLine = z.object({
  _id: id,
  day,
  funded: usd,
  due: usd,
  paid: usd,
  begunAt: instant,
  endedAt: instant.nullable(),
})
const figures = z.object({
  invested: usd,
  recorded: usd,
  used: usd,
  unused: usd,
  lost: usd,
  paid: usd.meta({ description: 'returns paid out of income' }),
  owed: usd.meta({ description: 'returns that are due and wait for income' }),
  months: z
    .array(z.object({ month: z.string(), income: usd, loss: usd }))
    .meta({ description: 'by the month in which the period ended' }),
})
const planPerformance = z.object({
  _id: id,
  name: z.string(),
  family: z.enum(PLAN_FAMILIES),
  figures,
  income: z.array(incomeLine),
  losses: z.array(lossLine),
  distributions: z.array(distributionLine),
})

const summary = z.object({
  _id: id,
  name: z.string(),
  family: z.enum(PLAN_FAMILIES),
  figures: figures.omit({ months: true }),
})

const owed = z.object({
  position: z.string(),
  member: z.object({ _id: z.string(), name: z.string() }),
  principal: usd,
  maturedOn: day,
  due: usd,
  paid: usd,
  owed: usd,
})
const maturing = z.object({ day, positions: z.int(), principal: usd })
const returns = z.object({
  owed: z
    .array(owed)
    .meta({ description: 'what fell due and waits for income, the oldest first; at most 500' }),
  upcoming: z.array(maturing).meta({ description: 'the next days on which terms end' }),
})

const source = z.object({
  amount: usd,
  source: z.string(),
  periodFrom: day,
  periodTo: day,
  evidence: z.string().meta({ description: 'the SHA-256 of the file that shows it' }),
})
const story = position.extend({
  owed: usd.meta({ description: 'what fell due and was not paid yet' }),
  returns: z
    .array(z.object({ paidOn: day, amount: usd, incomes: z.array(source) }))
    .meta({ description: 'what was paid, and the income that each payment came out of' }),
  losses: z.array(
    z.object({
      lostOn: day,
      amount: usd,
      cause: z.string(),
      periodFrom: day,
      periodTo: day,
      ofPlan: usd,
    }),
  ),
  parts: z
    .array(
      z.object({
        on: day,
        amount: usd,
        by: z.enum(['withdrawal', 'notice']),
        restoredOn: day.nullable(),
      }),
    )
    .meta({ description: 'what was taken out, and given back where the withdrawal was' }),
  reinvestedAs: z
    .string()
    .nullable()
    .meta({ description: 'the position that followed at maturity' }),
})

/** A call of the staff about what a plan earned or lost: it always waits for a second admin. */
const buildResultRoute = <Path extends `/admin/plans/{id}/${string}`>(
  path: Path,
  summary: string,
) => ({ method: 'POST', path, summary, outputStructure: 'detailed', tags: ['Plans'] }) as const

export const plansContract = {
  list: anyone
    .route({ method: 'GET', path: '/plans', summary: 'The plans on offer', tags })
    .output(buildEnvelope(z.array(offered))),
  positions: member
    .route({ method: 'GET', path: '/positions', summary: "The member's own positions", tags })
    .output(buildEnvelope(z.array(position))),
  position: member
    .route({
      method: 'GET',
      path: '/positions/{id}',
      summary: 'One position, with everything that happened to it',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(story)),
  invest: memberMoney
    .route({ method: 'POST', path: '/positions', summary: 'Invest available cash in a plan', tags })
    .input(
      z.object({ selected_plan: optionalText, amount: optionalText, at_maturity: optionalText }),
    )
    .output(buildEnvelope(position)),
  setAtMaturity: member
    .route({
      method: 'PATCH',
      path: '/positions/{id}',
      summary: 'Choose what becomes of a position at maturity',
      tags,
    })
    .input(z.object({ id, at_maturity: z.enum(AT_MATURITY) }))
    .output(buildEnvelope(position)),
  redemption: member
    .route({
      method: 'GET',
      path: '/positions/{id}/redemption',
      summary: 'What taking a part out would do, before it is done',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(buildEnvelope(redemption)),
  giveRedemptionNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/{id}/notice',
      summary: 'Give notice of a part of a position',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(buildEnvelope(redemptionNotice)),
  redemptionNotices: member
    .route({
      method: 'GET',
      path: '/positions/notices',
      summary: 'My notices, with their place in the queue',
      tags,
    })
    .output(buildEnvelope(z.array(redemptionNotice))),
  cancelRedemptionNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/notices/{id}/cancel',
      summary: 'Take back a notice that waits',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(redemptionNotice)),
  allRedemptionNotices: admin()
    .route({
      method: 'GET',
      path: '/admin/notices',
      summary: 'The queue of notices, by the day they end',
      tags,
    })
    .output(buildEnvelope(z.array(staffRedemptionNotice))),
  all: admin()
    .route({
      method: 'GET',
      path: '/admin/plans',
      summary: 'Every plan with all its versions',
      tags,
    })
    .output(buildEnvelope(z.array(staffPlan))),
  figures: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/figures',
      summary: 'What each plan earned, lost, paid and owes',
      tags,
    })
    .output(buildEnvelope(z.array(summary))),
  returns: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/returns',
      summary: 'What is due in a plan and waits for income, and which terms end next',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(returns)),
  propose: admin(...may('plan.propose'))
    .route({
      method: 'POST',
      path: '/admin/plans',
      summary: 'Propose a plan, or the next version of one',
      tags,
    })
    .input(proposal)
    .output(buildEnvelope(proposed)),
  publish: admin(...may('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/versions/{id}/publish',
      summary: 'Put a proposed version on offer',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(plan)),
  close: admin(...may('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/{id}/close',
      summary: 'Take a plan off offer for good',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(messageOnly),
  proposeIncome: adminMoneyUpload(...may('income.record'))
    .route(buildResultRoute('/admin/plans/{id}/income', 'Record what a plan earned'))
    .input(
      z.object({
        id,
        currency,
        amount: textOrEmpty.meta({ description: 'in its currency, exact' }),
        place,
        txid: textOrEmpty,
        outputIndex: textOrEmpty,
        bankReference: textOrEmpty,
        ...period,
        source: textOrEmpty.meta({ description: 'where it came from, in words' }),
        evidence,
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(waiting))),
  proposeLoss: adminMoneyUpload(...may('loss.record'))
    .route(buildResultRoute('/admin/plans/{id}/loss', 'Record what a plan lost'))
    .input(
      z.object({
        id,
        amount: textOrEmpty.meta({ description: 'in its currency; assets are in dollars' }),
        from: z
          .enum(LOSS_SOURCES)
          .meta({ description: 'what was placed outside, or what is held' }),
        currency: currency.default('USD'),
        place,
        ...period,
        cause: textOrEmpty.meta({ description: 'in words that members read' }),
        evidence,
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(waiting))),
  performance: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/books',
      summary: 'What a plan earned, lost, paid and owes',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(buildEnvelope(planPerformance)),
  evidence: admin()
    .route({
      method: 'GET',
      path: '/admin/evidence/{id}',
      summary: 'What shows an income or a loss, recorded or proposed, as a download',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(z.file()),
}
