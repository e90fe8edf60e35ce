import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { buildEntry, checks, memberOfRow, waiting } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { withdrawal } from './fields.ts'
import { payoutBatchOfRow } from './payout-batches.ts'

export const staffWithdrawal = withdrawal.extend({
  member: memberOfRow,
  payoutBatch: payoutBatchOfRow.meta({ description: 'the batch in which it was exported' }),
  ...waiting,
  approvedBy: z.string().nullable(),
  closedBy: z.string().nullable(),
  reversedBy: z.string().nullable().meta({ description: 'the admin who approved the reversal' }),
})

const entry = buildEntry(z.enum(CURRENCIES), z.string())

export const review = z.object({
  withdrawal: staffWithdrawal,
  network: z.string(),
  checks,
  coinAmount: z
    .string()
    .meta({ description: 'fixed when approved; until then at the current rate' }),
  rate: z.string(),
  fixed: z.boolean(),
  entries: z
    .array(entry)
    .meta({ description: 'what paying will post; once paid, what it has posted' }),
  balance: usd.meta({ description: 'what the member has without what is held' }),
  held: usd,
  secondAdminFrom: usd,
  recentSum: usd.meta({ description: 'approved for the member in the last 24 hours' }),
  needsSecondAdmin: z.boolean().meta({ description: 'with the sum of 24 hours' }),
  newAddress: z.boolean().meta({ description: 'saved less than a day ago' }),
  proposed: z
    .object({ proposal: z.string(), by: z.string(), at: instant, mine: z.boolean() })
    .nullable(),
  reversal: z
    .object({
      refusal: z
        .string()
        .nullable()
        .meta({ description: 'why it can’t be reversed now; null where it can' }),
      entries: z.array(entry).meta({ description: 'what the reversal will post' }),
      waiting: z
        .object({ proposal: z.string(), by: z.string(), at: instant })
        .nullable()
        .meta({ description: 'who has proposed it; null without a proposal' }),
    })
    .nullable()
    .meta({ description: 'null unless the withdrawal is paid' }),
})

export const counts = z.object({
  all: z.int(),
  pending: z.int(),
  approved: z.int(),
  completed: z.int(),
  rejected: z.int(),
  cancelled: z.int(),
  reversed: z.int(),
})

/** Withdrawals as one action approves them. */
export const bulkReview = z.object({
  withdrawals: z.array(
    z.object({
      withdrawal: staffWithdrawal,
      checks,
      coinAmount: z.string().meta({ description: 'at the current rate; fixed by the approval' }),
      needsSecondAdmin: z
        .boolean()
        .meta({ description: 'with those before it in the list: approving only proposes it' }),
      refusal: z
        .string()
        .nullable()
        .meta({ description: 'why it has to be opened and decided alone; null if it is ready' }),
    }),
  ),
  ready: z.object({ count: z.int(), amount: usd, arrives: usd }),
})
