import { DomainError } from '#lib/errors.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, toRecipient } from '#modules/identity/model.ts'
import { eraseMember } from '#modules/identity/steps/erase-member.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import { storeClosedIdentity } from '#modules/identity/steps/store-closed-identity.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { eraseNotifications } from '#modules/notifications/steps/erase-notifications.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { eraseDrafts } from '#modules/verification/steps/erase-drafts.ts'
import { eraseWallets } from '#modules/withdrawals/steps/erase-wallets.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { listClosingObstacles } from '../queries/closing.ts'
import { getClosingRetention } from '../queries/closing-retention.ts'
import type { PortfolioTables } from '../tables.ts'

export type CloseAccount = { memberId: string; byStaff: boolean; reason: string | null }

/**
 * Closes an account: ends its sessions, sends the account-closed mail, moves name and contact
 * details to where few may read them, and erases other personal data; `listClosingEffects` says
 * what is retained, and for how long. Returns the id of the audit event. Throws `account_closed`
 * (409), the errors of `assertActive` for the member's own request, and `account_in_use` (409) with
 * the obstacles.
 */
export async function closeAccount(
  tx: Tx,
  app: Pick<App, 'clock' | 'config' | 'jobs'>,
  actor: Actor,
  { memberId, byStaff, reason }: CloseAccount,
): Promise<string> {
  const now = app.clock.now()
  await lockMemberMoney(tx, memberId)

  const member = await lockMember(tx, memberId)
  if (member.status === 'closed')
    throw new DomainError('account_closed', 409, 'This account is already closed.')

  if (!byStaff) assertActive(member)

  const obstacles = await listClosingObstacles(tx, app, memberId)
  if (obstacles.length > 0)
    throw new DomainError(
      'account_in_use',
      409,
      `The account can’t be closed yet. ${obstacles.map(({ text }) => text).join(' ')}`,
    )

  const retention = await getClosingRetention(tx, app, memberId)
  const mail = { byStaff, reason, retention }
  await notify(tx, app, toRecipient(member), 'account-closed', mail)

  await eraseWallets(tx, memberId, now)
  await eraseNotifications(tx, memberId)
  await storeClosedIdentity(tx, memberId, now)
  await eraseMember(tx, memberId, now)
  await eraseDrafts(tx, memberId)

  const closings = tx.withTables<PortfolioTables>()
  await closings
    .insertInto('account_closing')
    .values({
      member_id: memberId,
      closed_at: now,
      by_staff: byStaff,
      reason,
      proofs_erased_at: null,
      messages_erased_at: null,
    })
    .execute()

  const who = byStaff ? actor : { ...actor, label: 'The member' }

  return await record(tx, now, who, 'member.closed', memberId, { reason })
}
