import { DomainError } from '#lib/errors.ts'
import type { Member } from '#modules/identity/model.ts'
import { assertOwnPassword } from '#modules/identity/steps/assert-own-password.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { CLOSING_PHRASE } from '../model.ts'
import { cancelDataExports } from '../steps/cancel-data-exports.ts'
import { closeAccount } from '../steps/close-account.ts'

export type CloseOwnAccount = { password: string; confirmation: string }

/**
 * Closes a member's own account for good, after the password and the confirmation phrase, and
 * returns the id of the audit event. Throws `password_wrong` and `not_confirmed` (422), and the
 * errors of `closeAccount`.
 */
export async function closeOwnAccount(
  app: App,
  member: Member,
  input: CloseOwnAccount,
): Promise<string> {
  if (input.confirmation.trim().toUpperCase() !== CLOSING_PHRASE)
    throw new DomainError(
      'not_confirmed',
      422,
      `Please type ${CLOSING_PHRASE} to confirm.`,
      'confirmation',
    )

  await assertOwnPassword(app, member, input.password)

  const closing = { memberId: member.id, byStaff: false, reason: null }
  const { reference, files } = await runInTransaction(app.db, async (tx) => ({
    reference: await closeAccount(tx, app, member, closing),
    files: await cancelDataExports(tx, member.id),
  }))
  await discardFiles(app, files)

  return reference
}
