import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { type AccountType, formatTransfer, type Transfer, type TransferType } from '../model.ts'
import { readLedger } from './read-ledger.ts'

/** A movement that the ledger allows, and its conditions. */
export type PostingRule = {
  transferType: TransferType
  debit: AccountType
  credit: AccountType
  withCustody: boolean
  /** Coin that leaves needs a dollar leg in the same group. */
  withDollars: boolean
  needsReceipt: boolean
  needsReason: boolean
  /** Minimum amount in minor units that needs an approval; 0: always, null: never. */
  approvalFrom: bigint | null
  /** The approval covers the total over all members, not each member's share. */
  spread: boolean
  /**
   * The threshold also applies to the sum of what was posted without an approval within 24 hours.
   */
  daily: boolean
  /** Both accounts belong to the same member. */
  sameOwner: boolean
}

/** Lists every movement that the ledger allows. */
export async function listPostingRules(reader: Reader): Promise<PostingRule[]> {
  return await readLedger(reader)
    .selectFrom('ledger.posting_rules')
    .select([
      'transfer_type as transferType',
      'debit_type as debit',
      'credit_type as credit',
      'with_custody as withCustody',
    ])
    .select(['needs_receipt as needsReceipt', 'needs_reason as needsReason'])
    .select(['approval_from as approvalFrom', 'spread', 'with_dollars as withDollars'])
    .select(['daily', 'same_owner as sameOwner'])
    .orderBy('transfer_type')
    .orderBy('debit_type')
    .orderBy('credit_type')
    .execute()
}

/**
 * Returns the hash that binds an approval to these transfers. It covers their effect, without the
 * date and the actor.
 */
export async function computePostingHash(
  reader: Reader,
  transfers: readonly Transfer[],
): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    select ledger.posting_hash(${transfers.map(formatTransfer)}::ledger.transfer[]) as hash
  `.execute(reader)
  invariant(rows[0], 'posting_hash returns one row')
  return rows[0].hash
}

/**
 * Returns whether the ledger would reject these transfers without an approval: by their own
 * amounts, or together with what was posted within 24 hours. Other postings under a daily
 * threshold wait until this transaction has ended.
 */
export async function needsApproval(tx: Tx, transfers: readonly Transfer[]): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select ledger.needs_approval(${transfers.map(formatTransfer)}::ledger.transfer[]) as needed
  `.execute(tx)
  return rows[0]?.needed === true
}
