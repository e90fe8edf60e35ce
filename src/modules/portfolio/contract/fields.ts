import { z } from 'zod'
import { day, instant, usd } from '#platform/http/schemas.ts'

export const tags = ['Portfolio']

export const entry = z.object({
  _id: z.string(),
  journalNumber: z.string().nullable().meta({ description: 'its journal number' }),
  what: z.string(),
  kind: z.string(),
  effective: day,
  postedAt: instant,
  amount: usd,
  change: usd.meta({ description: 'change of the portfolio value; zero for a transfer within it' }),
  reference: z.string(),
  reason: z.string().nullable(),
})

export const subAccountBalances = z.object({
  cash: usd,
  principal: usd.meta({ description: 'invested in plans' }),
  profit: usd.meta({ description: 'returns paid and not withdrawn' }),
  held: usd.meta({ description: 'reserved for withdrawals that are not paid yet' }),
  total: usd.meta({ description: 'portfolio value: the sum of the four' }),
})

export const head = z
  .object({ block: z.string(), seq: z.string(), hash: z.string() })
  .nullable()
  .meta({ description: 'last block of the hash chain that the statement is based on' })

export const statementLine = z.object({
  journalNumbers: z.array(z.string()).meta({ description: 'journal numbers of its rows' }),
  day,
  kind: z.string(),
  what: z.string(),
  details: z.array(z.string()),
  reference: z.string(),
  change: usd.meta({ description: 'change of the total; zero for a transfer within it' }),
  moved: usd.meta({ description: 'amount transferred between sub-accounts' }),
  subAccounts: subAccountBalances,
})

/** A month as far as `to`, or from its first day to today, where a side is left open. */
export const period = z.object({ from: day.optional(), to: day.optional() })
