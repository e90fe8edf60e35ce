import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  createLedgerFrozenError,
  formatTransfer,
  type PostedTransfer,
  type Transfer,
} from '../model.ts'

type PostedRow = Omit<PostedTransfer, 'idempotencyKey'>

/**
 * Posts linked transfers in minor units: all, or none by an error that ends the transaction. A
 * list that was posted before returns its rows with `replay`. Call it once per command, as the
 * last step before outbox and audit, so that its locks are short. Throws `insufficient_funds`
 * (422), `account_closed`, `receipt_used`, `receipt_mismatch`, `event_conflict` and
 * `approval_needed` (409), `ledger_frozen` (503); every other error is a bug of the caller.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<PostedTransfer[]> {
  const { rows } = await sql<PostedRow>`
    select idempotency_key as "idempotencyHash", journal_id as "journalId", replay,
      debit_balance as "debitBalance", credit_balance as "creditBalance"
    from ledger.post(${transfers.map(formatTransfer)}::ledger.transfer[])`
    .execute(tx)
    .catch(throwRejection)

  return transfers.map((transfer, index) => {
    const row = rows[index]
    invariant(row, 'post returns a row for each transfer')
    return { ...row, idempotencyKey: transfer.idempotencyKey }
  })
}

const REJECTIONS: Record<string, (message: string) => DomainError> = {
  LG002: () =>
    new DomainError('insufficient_funds', 422, 'The balance is too low for this amount.'),
  LG005: () =>
    new DomainError('event_conflict', 409, 'This was already posted with different content.'),
  LG008: () => new DomainError('account_closed', 409, 'This account is closed.'),
  LG011: () =>
    new DomainError(
      'receipt_mismatch',
      409,
      'The receipt is unknown or has a different currency or amount.',
    ),
  LG012: () => new DomainError('receipt_used', 409, 'This receipt has already been used.'),
  LG013: () =>
    new DomainError(
      'receipt_conflict',
      409,
      'This receipt was already recorded with a different amount.',
    ),
  LG014: () =>
    new DomainError(
      'approval_needed',
      409,
      'This needs a second admin’s approval of exactly this content.',
    ),
  LG015: createLedgerFrozenError,
}

/**
 * Throws the `DomainError` of a rejection that a user can cause; rethrows any other error
 * unchanged.
 */
export function throwRejection(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string; message: string }
  const createRejection = REJECTIONS[constraint === 'journal_receipt' ? 'LG012' : (code ?? '')]
  throw createRejection ? createRejection((error as Error).message) : error
}
