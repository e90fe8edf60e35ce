import { z } from 'zod'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'
import { accountLine } from './balances.ts'
import { currency, number, tags } from './fields.ts'

const journalRow = z.object({
  _id: z.string(),
  seq: number.nullable().meta({ description: 'its journal number; null until it is chained' }),
  kind: z.string(),
  debit: z.string(),
  credit: z.string(),
  currency,
  amount: z.string(),
  effective: day,
  postedAt: instant,
  reference: z.string(),
  reason: z.string().nullable(),
  actor: z.string(),
  approval: z.string().nullable(),
  before: z.string().meta({ description: 'send as `before` for the next page' }),
})

const searchText = z.string().max(120).default('')

/** Accounts and journal rows. */
export const journalCalls = {
  accounts: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/accounts',
      summary: 'List accounts by code',
      tags,
    })
    .input(
      z.object({
        search: searchText.meta({ description: "part of a code, or a member's email address" }),
        class: z.string().max(40).optional(),
        after: z
          .string()
          .max(120)
          .optional()
          .meta({ description: 'the last code of the previous page' }),
      }),
    )
    .output(buildEnvelope(z.array(accountLine))),
  rows: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/rows',
      summary: 'List journal rows, newest first',
      tags,
    })
    .input(
      z.object({
        account: z.string().max(120).optional(),
        kind: z.string().max(60).optional(),
        reference: z.string().max(120).optional(),
        number: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional()
          .meta({ description: 'the journal number of one row' }),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(buildEnvelope(z.array(journalRow))),
}
