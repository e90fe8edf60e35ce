import { z } from 'zod'
import { buildEntry, checks, memberOfRow } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { CASH_REASONS } from '../model.ts'
import { chainEvidence, coin, coinText, currency } from './fields.ts'
import { staffLine } from './staff-line.ts'

const change = z.object({ before: usd, after: usd })

const waitingFor = z.object({ proposal: z.string(), by: z.string(), at: instant }).nullable()

export const waitingReversal = z.object({
  proposal: z.string().meta({ description: 'what a second admin approves or rejects' }),
})

const reversal = z
  .object({
    refusal: z
      .string()
      .nullable()
      .meta({ description: 'why it can’t be reversed now; null where it can' }),
    principal: usd.meta({ description: 'what is left in its position: it becomes cash' }),
    withdrawn: usd.meta({ description: 'what left the position before' }),
    cash: change.meta({ description: 'of the member' }),
    entries: z
      .array(buildEntry(currency, coinText))
      .meta({ description: 'what the reversal will post' }),
    waiting: waitingFor.meta({ description: 'who has proposed it; null without a proposal' }),
  })
  .nullable()
  .meta({ description: 'null unless the deposit is completed' })

export const review = z.object({
  deposit: staffLine,
  address: z.string(),
  network: z.string(),
  checks,
  entries: z.array(buildEntry(currency, coinText)).meta({
    description:
      'what confirming will post; once completed, what it has posted; once reversed, the rows ' +
      'that undo it too',
  }),
  effects: z
    .object({
      credited: usd,
      invested: usd.meta({ description: 'what opens a position; the rest stays cash' }),
      cashReason: z.enum(CASH_REASONS).nullable().meta({
        description: 'why it, or the part above a limit, stays cash; null where it is invested',
      }),
      balance: change,
      owed: change.meta({ description: 'to all members' }),
    })
    .nullable()
    .meta({ description: 'null where there is nothing to confirm' }),
  arrivedAt: instant
    .nullable()
    .meta({ description: 'when the payment was first seen; null while unknown' }),
  secondAdmin: z.boolean().meta({ description: 'confirming needs the approval of another admin' }),
  waiting: waitingFor.meta({
    description: 'who has confirmed it, where it waits for a second admin',
  }),
  reversal,
  evidence: chainEvidence,
  receiptNeeded: z
    .boolean()
    .meta({ description: 'live: a transaction id or bank reference has to be named' }),
})

/** Deposits as one action confirms them, each as quoted. */
export const bulkReview = z.object({
  deposits: z.array(
    z.object({
      deposit: staffLine,
      checks,
      credited: usd,
      invested: usd.meta({ description: 'what opens a position; the rest stays cash' }),
      refusal: z
        .string()
        .nullable()
        .meta({ description: 'why it has to be opened and decided alone; null if it is ready' }),
    }),
  ),
  ready: z.object({ count: z.int(), credited: usd, invested: usd }),
})

/** A payment on chain that belongs to no deposit. */
export const unmatchedPayment = z.object({
  _id: z.string(),
  coin,
  received: coinText,
  txid: z.string(),
  explorer: z.string().nullable(),
  firstSeenAt: instant,
  reason: z.string().meta({ description: 'why it belongs to no deposit' }),
  member: memberOfRow.nullable().meta({ description: 'whose address it was: proposed' }),
  refundAddress: z
    .string()
    .nullable()
    .meta({ description: 'where the member asks to have it sent' }),
  disputed: z.boolean(),
})
