import type { Reader } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

const UNMATCHED_LIMIT = 200

const selectUnmatched = (reader: Reader) =>
  reader
    .withTables<DepositTables>()
    .selectFrom('deposit_payment as m')
    .innerJoin('payment_evidence as e', 'e.id', 'm.payment_id')
    .select([
      'e.id',
      'e.chain',
      'e.coin',
      'e.txid',
      'e.output_index as outputIndex',
      'e.units',
      'e.address',
    ])
    .select(['e.first_seen_at as firstSeenAt', 'e.gone', 'e.disputed'])
    .select(['m.member_id as memberId', 'm.reason', 'm.receipt_id as receiptId'])
    .select(['m.refund_address as refundAddress'])
    .where('m.deposit_id', 'is', null)

/** A payment on chain that belongs to no deposit. */
export type UnmatchedPayment = Awaited<ReturnType<typeof listUnmatchedPayments>>[number]

/** Returns the payments that belong to no deposit and are in no suspense yet, newest first. */
export const listUnmatchedPayments = async (reader: Reader) =>
  await selectUnmatched(reader)
    .where('m.receipt_id', 'is', null)
    .where('e.gone', '=', false)
    .orderBy('e.first_seen_at', 'desc')
    .orderBy('e.id')
    .limit(UNMATCHED_LIMIT)
    .execute()

/** Returns one payment that belongs to no deposit; null where there is none. */
export const findUnmatchedPayment = async (reader: Reader, id: string) =>
  (await selectUnmatched(reader).where('m.payment_id', '=', id).executeTakeFirst()) ?? null

/** Returns the coin of a payment and the address that it paid. */
export const findPaymentAddress = async (reader: Reader, id: string) =>
  await reader
    .withTables<DepositTables>()
    .selectFrom('payment_evidence')
    .select(['coin', 'address'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
