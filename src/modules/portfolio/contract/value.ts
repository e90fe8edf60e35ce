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
  change: usd.meta({ description: 'change of the figure' }),
  reference: z.string(),
})

const sumTerms = z
  .object({
    deposits: usd,
    returns: usd,
    losses: usd.meta({ description: 'zero or below' }),
    rewards: usd,
    adjustments: usd,
    fees: usd.meta({ description: 'zero or below' }),
    withdrawals: usd.meta({ description: 'paid out, without fees; zero or below' }),
  })
  .meta({ description: 'signed terms that add up to the portfolio value' })

const performance = z.object({
  gain: usd.meta({ description: 'portfolio value less net deposits' }),
  rateBps: z
    .int()
    .nullable()
    .meta({ description: 'money-weighted return (modified Dietz), hundredths of a per cent' }),
  since: day.meta({ description: 'day of the first payment' }),
})

/** The value over time and the entries behind a figure. */
export const valueCalls = {
  course: member
    .route({
      method: 'GET',
      path: '/user/course',
      summary: 'Get the portfolio value over time',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          today: day,
          sum: z.object({ terms: sumTerms, value: usd }),
          performance: performance.nullable(),
          points: z.array(z.object({ day, owed: usd, paidIn: usd })).meta({
            description: 'values at the end of each day with a change, from posted entries',
          }),
          months: z.array(z.object({ month: z.string(), returns: usd, losses: usd })),
          head,
        }),
      ),
    ),
  figure: member
    .route({
      method: 'GET',
      path: '/user/figure',
      summary: 'List the entries behind a figure',
      tags,
    })
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
          total: usd.meta({ description: 'total of all entries on all pages' }),
          entries: z.array(figureEntry),
          next: z.string().nullable().meta({ description: 'value of `before` for the next page' }),
        }),
      ),
    ),
}
