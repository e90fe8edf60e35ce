import { z } from 'zod'
import { PAYMENT_METHODS } from '#modules/settings/model.ts'
import { listInput } from '#platform/db/pages.ts'
import { instant } from '#platform/http/schemas.ts'

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
    status: status.optional(),
    method: paymentMethod.optional(),
    sort: z.enum(['date', '-date', 'amount', '-amount']).default('-date'),
  })
