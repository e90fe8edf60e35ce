import { z } from 'zod'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, day, usd } from '#platform/http/schemas.ts'
import { FIGURE_NAMES } from '../model.ts'
import { head, tags } from './fields.ts'

const figureEntry = z.object({
  _id: z.string(),
  journalNumber: z.string().nullable().meta({ description: 'its journal number' }),
  day,
  what: z.string(),
  details: z.array(z.string()),
  change: usd.meta({ description: 'by how much it changed the figure' }),
  reference: z.string(),
})

const sumTerms = z
  .object({
    deposits: usd,
    rewards: usd,
    reinvested: usd.meta({ description: 'returns that were invested again' }),
    adjustments: usd,
    losses: usd.meta({ description: 'zero or below' }),
    withdrawn: usd.meta({ description: 'paid out of the balance, with fees; zero or below' }),
    held: usd.meta({ description: 'set aside out of the balance; zero or below' }),
  })
  .meta({ description: 'with their signs; they add up to the balance' })

/** The value over time and the entries behind a figure. */
export const valueCalls = {
  course: member
    .route({
      method: 'GET',
      path: '/user/course',
      summary: 'My value over time',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          today: day,
          sum: z.object({ terms: sumTerms, balance: usd }),
          points: z.array(z.object({ day, owed: usd, paidIn: usd })).meta({
            description: 'ends of the days with a change, from the hash chain',
          }),
          months: z.array(z.object({ month: z.string(), returns: usd, losses: usd })),
          head,
        }),
      ),
    ),
  figure: member
    .route({ method: 'GET', path: '/user/figure', summary: 'The entries behind a figure', tags })
    .input(
      z.object({
        figure: z.enum(FIGURE_NAMES),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          total: usd.meta({ description: 'of all entries, those of other pages too: the figure' }),
          entries: z.array(figureEntry),
          next: z.string().nullable().meta({ description: 'send as `before` to read on' }),
        }),
      ),
    ),
}
