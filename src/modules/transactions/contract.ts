import { z } from 'zod'
import { PAYMENT_METHODS } from '#modules/settings/model.ts'
import { amountInput, listInput } from '#platform/db/list-input.ts'
import { country, instant } from '#platform/http/schemas.ts'
import { BULK_LIMIT, WAITING_AGES } from './model.ts'

// Parts of the contracts of deposits and withdrawals; this module has no calls of its own.

export const paymentMethod = z.enum(PAYMENT_METHODS)

export const timeline = z.array(
  z.object({ what: z.string(), at: instant, detail: z.string().optional() }),
)

export const checks = z.array(
  z.object({ what: z.string(), verdict: z.enum(['ok', 'review', 'none']), evidence: z.string() }),
)

/** The member of a row in a list of the back office. */
export const memberOfRow = z.object({ _id: z.string(), name: z.string(), email: z.string() })

/** A journal entry, or one that a decision will post. */
export const buildEntry = <Currency extends z.ZodType, Amount extends z.ZodType>(
  currency: Currency,
  amount: Amount,
) =>
  z.object({
    seq: z.string().nullable().meta({ description: 'its journal number; null until finalised' }),
    debit: z.string(),
    credit: z.string(),
    currency,
    amount,
  })

/** Durations of the last `days` days; null where there were none. */
export const buildMeasured = (description: string) =>
  z
    .object({ days: z.int(), count: z.int(), medianMinutes: z.int(), slowestMinutes: z.int() })
    .nullable()
    .meta({ description })

/** The query of a list in the back office. */
export const buildListQuery = <Status extends z.ZodType>(status: Status) =>
  z.object({
    ...listInput,
    ...amountInput,
    status: status.optional(),
    method: paymentMethod.optional(),
    country: country.optional().meta({ description: 'of the member' }),
    age: z
      .enum(WAITING_AGES)
      .optional()
      .meta({ description: 'rows that have waited longer than this, or past their promised time' }),
    sort: z
      .enum(['date', '-date', 'amount', '-amount'])
      .optional()
      .meta({ description: 'by default waiting rows oldest first, others newest first' }),
  })

/** The age of a row of a work queue, and the time by which a decision is promised. */
export const waiting = {
  waitingMinutes: z
    .int()
    .nullable()
    .meta({ description: 'for how long it has waited; null unless it waits for staff' }),
}

/** The ids that one action decides on, separated by commas. */
export const bulkIds = z
  .string()
  .max(2_000)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length <= BULK_LIMIT, `Please select at most ${BULK_LIMIT} rows.`)
