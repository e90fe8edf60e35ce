import { z } from 'zod'
import { may } from '#modules/approvals/model.ts'
import { admin, adminMoneyUpload, anyone, member } from '#platform/http-contract.ts'
import { day, doneOrWaiting, envelope, instant, usd } from '#platform/http-schemas.ts'
import { LOSS_SOURCES, PLAN_FAMILIES } from './model.ts'

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
})

/** Taken as sent; what is missing or wrong is answered by the command, with the field that it is about. */
const said = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .default('')
const id = z.string().max(60)
const currency = z.enum(['BTC', 'ETH', 'USDT', 'USD'])
const period = { period_from: said, period_to: said }
const evidence = z
  .union([z.file(), z.string()])
  .optional()
  .meta({ description: 'a picture or a PDF of at most 10 MB that shows it' })
const place = said.meta({ description: 'hot for coin and bank for dollars unless named' })

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
  ...{ ...recorded, ...proof, source: z.string(), receipt: id },
  used: usd.meta({ description: 'what of it has gone into distributions' }),
  unused: usd,
})
const lossLine = z.object({
  ...{ ...recorded, ...proof, cause: z.string() },
  positions: z.int().meta({ description: 'how many bore it' }),
})
const distributionLine = z.object({
  ...{ _id: id, day, funded: usd, due: usd, paid: usd, begunAt: instant, endedAt: instant.nullable() },
})
const figures = z.object({
  ...{ invested: usd, recorded: usd, used: usd, unused: usd, lost: usd },
  paid: usd.meta({ description: 'returns paid out of income' }),
  owed: usd.meta({ description: 'returns that are due and wait for income' }),
  months: z
    .array(z.object({ month: z.string(), income: usd, loss: usd }))
    .meta({ description: 'by the month in which the period ended' }),
})
const books = z.object({
  ...{ _id: id, name: z.string(), family: z.enum(PLAN_FAMILIES), figures },
  income: z.array(incomeLine),
  losses: z.array(lossLine),
  distributions: z.array(distributionLine),
})

/** A call of the staff about what a plan earned or lost: it always waits for a second admin. */
const resultRoute = <Path extends `/admin/plans/{id}/${string}`>(path: Path, summary: string) =>
  ({ method: 'POST', path, summary, outputStructure: 'detailed', tags: ['Plans'] }) as const

export const plansContract = {
  list: anyone
    .route({ method: 'GET', path: '/plans', summary: 'The plans on offer', tags: ['Plans'] })
    .output(envelope(z.array(plan))),
  positions: member
    .route({ method: 'GET', path: '/positions', summary: "The member's own positions", tags: ['Plans'] })
    .output(envelope(z.array(position))),
  proposeIncome: adminMoneyUpload(...may('income.record'))
    .route(resultRoute('/admin/plans/{id}/income', 'Record what a plan earned'))
    .input(
      z.object({
        ...{ id, currency, amount: said.meta({ description: 'in its currency, exact' }), place },
        ...{ txid: said, outputIndex: said, bankReference: said, ...period },
        ...{ source: said.meta({ description: 'where it came from, in words' }), evidence },
      }),
    )
    .output(doneOrWaiting(envelope(waiting))),
  proposeLoss: adminMoneyUpload(...may('loss.record'))
    .route(resultRoute('/admin/plans/{id}/loss', 'Record what a plan lost'))
    .input(
      z.object({
        ...{ id, amount: said.meta({ description: 'in its currency; assets are in dollars' }) },
        from: z.enum(LOSS_SOURCES).meta({ description: 'what was placed outside, or what is held' }),
        ...{ currency: currency.default('USD'), place, ...period },
        ...{ cause: said.meta({ description: 'in words that members read' }), evidence },
      }),
    )
    .output(doneOrWaiting(envelope(waiting))),
  books: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/books',
      summary: 'What a plan earned, lost, paid and owes',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(envelope(books)),
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
