import { z } from 'zod'
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
  paid: usd.meta({ description: 'returns paid out of that income' }),
  due: usd.meta({ description: 'due to members, awaiting income of this plan' }),
  months: z.array(month),
})

export const transparencyContract = {
  openBooks: anyone
    .route({
      method: 'GET',
      path: '/transparency',
      summary:
        'The open books: owed, held, income and returns by plan, withdrawal times, chain head',
      tags: ['Open books'],
    })
    .output(
      buildEnvelope(
        z.object({
          readAt: instant,
          owed: z.object({ total: usd, atOnce: usd, invested: usd, members: z.number() }),
          held: z.object({
            total: usd,
            custody: usd,
            placed: usd,
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
