import { sql } from 'kysely'
import { DAY_MS } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import type { DepositPayment } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/** A payment that belongs to a deposit, with what the chain shows of it now. */
export type AssignedPayment = Awaited<ReturnType<typeof listDepositPayments>>[number]

/** Returns the payments of deposits, in the order in which they were first seen. */
export const listDepositPayments = async (reader: Reader, depositIds: readonly string[]) =>
  await selectDepositPayments(reader, depositIds).execute()

const selectDepositPayments = (reader: Reader, depositIds: readonly string[]) =>
  reader
    .withTables<DepositTables>()
    .selectFrom('deposit_payment as m')
    .innerJoin('payment_evidence as e', 'e.id', 'm.payment_id')
    .select(['m.deposit_id as depositId', 'm.member_id as memberId', 'm.rate'])
    .select(['m.arrived_at as arrivedAt', 'm.receipt_id as receiptId'])
    .select(['m.refund_address as refundAddress', 'm.refund_asked_at as refundAskedAt'])
    .select(['e.id', 'e.chain', 'e.coin', 'e.txid', 'e.output_index as outputIndex', 'e.units'])
    .select(['e.first_seen_at as firstSeenAt', 'e.revision', 'e.gone', 'e.disputed'])
    .where(sql<boolean>`m.deposit_id = any(${[...depositIds]}::text[])`)
    .orderBy('m.arrived_at')
    .orderBy('e.id')

/** The payments of a deposit that can be credited, and whether it had others that are gone. */
export type CreditableEvidence = { payments: DepositPayment[]; gone: boolean }

/** Returns the payments on chain of a deposit that are shown and were not posted. */
export const loadEvidence = async (
  reader: Reader,
  depositId: string,
): Promise<CreditableEvidence> => takeEvidence(await listDepositPayments(reader, [depositId]))

/** Returns the query of the payments of a deposit, for `readBatch`. */
export const selectEvidence = (reader: Reader, depositId: string) =>
  toBatchQuery<AssignedPayment>(selectDepositPayments(reader, [depositId]), {
    rate: 'bigint',
    arrivedAt: 'instant',
    refundAskedAt: 'instant',
    units: 'bigint',
    firstSeenAt: 'instant',
    revision: 'bigint',
  })

/** Returns the evidence from the rows of `selectEvidence`. */
export function takeEvidence(assigned: readonly AssignedPayment[]): CreditableEvidence {
  const open = assigned.filter(({ receiptId }) => receiptId === null)
  const payments = open
    .filter(({ gone }) => !gone)
    .map(({ id, coin, txid, outputIndex, units, arrivedAt, rate }) => ({
      id,
      coin,
      txid,
      outputIndex,
      units,
      arrivedAt,
      rate: rate ?? 0n,
    }))

  return { payments, gone: open.length > payments.length }
}

/** A credited payment is watched for this time. */
const WATCHED_MS = 7 * DAY_MS

/**
 * Returns the deposits credited in the last seven days for a payment that the chain no longer shows
 * and that were not reversed; at most 20.
 */
export async function listVanishedCredits(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader
    .withTables<DepositTables>()
    .selectFrom('deposit as d')
    .innerJoin('deposit_payment as m', 'm.deposit_id', 'd.id')
    .innerJoin('payment_evidence as e', 'e.id', 'm.payment_id')
    .select('d.id')
    .distinct()
    .where('d.status', '=', 'completed')
    .where('m.receipt_id', 'is not', null)
    .where('d.decided_at', '>', new Date(now.getTime() - WATCHED_MS))
    .where('e.gone', '=', true)
    .orderBy('d.id')
    .limit(20)
    .execute()

  return rows.map(({ id }) => id)
}
