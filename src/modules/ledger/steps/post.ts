import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  createLedgerFrozenError,
  type PostedTransfer,
  type Transfer,
  transferText,
} from '../model.ts'

type PostedRow = Omit<PostedTransfer, 'event'>

/**
 * Posts linked transfers: all of them or, by a throw that ends the transaction, none. Amounts are
 * minor units. A list that was posted before answers its old rows with `replay`. Call it once a
 * command, as the last step before outbox and audit, so that its locks are short. Throws
 * `insufficient_funds` (422), `account_closed`, `receipt_used`, `receipt_mismatch`,
 * `event_conflict` and `approval_needed` (409), `books_frozen` (503); every other refusal is a bug
 * of the caller.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<PostedTransfer[]> {
  const { rows } = await sql<PostedRow>`
    select id, entry, replay, debit_balance as "debitBalance", credit_balance as "creditBalance"
    from ledger.post(${transfers.map(transferText)}::ledger.transfer[])`
    .execute(tx)
    .catch(throwRejection)

  return transfers.map((transfer, index) => {
    const row = rows[index]
    invariant(row, 'post answers each transfer')
    return { ...row, event: transfer.event }
  })
}

const REFUSALS: Record<string, (message: string) => DomainError> = {
  LG002: () =>
    new DomainError('insufficient_funds', 422, 'The balance is too low for this amount.'),
  LG005: () =>
    new DomainError('event_conflict', 409, 'This was already booked with other content.'),
  LG008: () => new DomainError('account_closed', 409, 'This account is closed.'),
  LG011: () =>
    new DomainError(
      'receipt_mismatch',
      409,
      'The receipt is unknown, or differs in currency or amount.',
    ),
  LG012: () => new DomainError('receipt_used', 409, 'This receipt has already been used.'),
  LG013: () =>
    new DomainError(
      'receipt_conflict',
      409,
      'This receipt was recorded before with another amount.',
    ),
  LG014: () =>
    new DomainError(
      'approval_needed',
      409,
      'This needs the approval of a second admin, of exactly this content, that nothing has ' +
        'used yet.',
    ),
  LG015: createLedgerFrozenError,
}

/**
 * Turns the ledger's refusals that a person can cause into expected failures; what a bug causes
 * stays as it is.
 */
export function throwRejection(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string; message: string }
  const refusal = REFUSALS[constraint === 'journal_receipt' ? 'LG012' : (code ?? '')]
  throw refusal ? refusal((error as Error).message) : error
}
