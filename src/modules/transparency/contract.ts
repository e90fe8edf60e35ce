import { z } from 'zod'
import { CONFIRMATIONS, PLAN_ASSETS_EVENTS } from '#modules/treasury/model.ts'
import { anyone } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd } from '#platform/http/schemas.ts'

const month = z.object({
  month: z.string().meta({ description: '2026-11' }),
  income: usd,
  loss: usd,
})

const plan = z.object({
  _id: z.string(),
  name: z.string(),
  family: z.string(),
  invested: usd,
  recorded: usd.meta({ description: 'total income recorded' }),
  lost: usd,
  recordedWhilePlaced: usd.meta({
    description: 'the part recorded as income while assets were placed for the plan',
  }),
  paid: usd.meta({ description: 'returns paid out of that income' }),
  due: usd.meta({ description: 'due to members, awaiting income of this plan' }),
  months: z.array(month),
  assets: z
    .object({
      placed: usd,
      returned: usd.meta({ description: 'came back as capital' }),
      writtenOff: usd,
      outstanding: usd.meta({ description: 'still placed outside, at cost' }),
      since: day.nullable(),
      lastConfirmed: z
        .object({ event: z.enum(PLAN_ASSETS_EVENTS), on: day })
        .nullable()
        .meta({ description: 'the last movement of it, by two admins' }),
    })
    .nullable()
    .meta({ description: 'what was placed outside for the plan; null where nothing ever was' }),
})

const amount = z.string().meta({ description: 'in its currency, exact' })

const heldPlace = z.object({
  place: z.string(),
  currency: z.string(),
  ledger: amount.meta({ description: 'by the ledger, now' }),
  outside: z
    .object({
      amount,
      asOf: instant,
      source: z
        .enum(['entered', 'fetched'])
        .meta({ description: 'entered by staff, or fetched by a feed' }),
    })
    .nullable()
    .meta({ description: 'the last figure from outside; null before the first' }),
  confirmation: z.enum(CONFIRMATIONS),
  counts: z
    .object({ amount, worth: usd.nullable() })
    .meta({ description: 'what counts as held; the lower figure unless both agree' }),
  breaks: z
    .array(z.object({ since: instant, explainedAt: instant.nullable(), difference: amount }))
    .meta({ description: 'differences, outside less ledger: open, or explained and still there' }),
})

export const transparencyContract = {
  openBooks: anyone
    .route({
      method: 'GET',
      path: '/transparency',
      summary:
        'The open books: owed, held by place, income and returns by plan, withdrawal times, ' +
        'chain head',
      tags: ['Open books'],
    })
    .output(
      buildEnvelope(
        z.object({
          readAt: instant,
          owed: z.object({
            total: usd,
            atOnce: usd,
            invested: usd,
            members: z.number(),
            due: usd.meta({ description: 'returns that wait for plan income; not in the total' }),
          }),
          held: z.object({
            total: usd,
            custody: usd.meta({ description: 'as far as it counts, without suspense' }),
            placed: usd,
            suspense: usd.meta({
              description: 'payments not matched to a member: not held for members',
            }),
            places: z.array(heldPlace),
            maxAgeDays: z
              .int()
              .meta({ description: 'days after which a figure from outside is old' }),
            coins: z.array(
              z.object({ currency: z.string(), amount: z.string(), worth: usd.nullable() }),
            ),
          }),
          heldPerDollar: usd
            .nullable()
            .meta({ description: 'held per dollar owed; null while nothing is owed' }),
          plans: z.array(plan),
          withdrawals: z.object({
            statedHours: z.number(),
            measured: z
              .object({ count: z.number(), medianMinutes: z.number(), slowestMinutes: z.number() })
              .nullable(),
          }),
          chainHead: z.object({ seq: z.string(), hash: z.string() }).nullable(),
          deciders: z
            .object({ count: z.int(), lastJoinedOn: day.nullable() })
            .meta({ description: 'the admins who may approve what another admin proposes' }),
          frozen: z.string().nullable(),
        }),
      ),
    ),
}
