import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { isUnpaid } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import { lockDeposit } from './lock-deposit.ts'

/**
 * Ends an unpaid quote of this member, which is replaced by another. Its amount stays reserved in
 * case the payment still arrives. Throws `already_submitted` (409) once a proof was uploaded.
 */
export async function expireQuote(
  tx: Tx,
  depositId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  const deposit = await lockDeposit(tx, depositId, memberId)
  if (!isUnpaid(deposit.status))
    throw new DomainError(
      'already_submitted',
      409,
      'This deposit has already been paid, so it doesn’t need a new quote.',
    )

  await tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({ status: 'expired', replaced_at: deposit.replaced_at ?? now })
    .where('id', '=', depositId)
    .execute()
}
