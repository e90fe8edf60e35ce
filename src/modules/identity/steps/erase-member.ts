import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'
import { deleteFactors } from './delete-factors.ts'
import { endResetLinks } from './end-links.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Ends a member's sessions and erases the personal data of the account: name, addresses, phone,
 * country, password and sign-in sources. The id, the referral code and the consents remain, since
 * the ledger and other members refer to them. `storeClosedIdentity` comes first where name and
 * contact details have to be retained.
 */
export async function eraseMember(tx: Tx, memberId: string, now: Date): Promise<void> {
  const tables = tx.withTables<IdentityTables>()
  await endSessions(tx, memberId, 'account-closed', now)
  await tables
    .updateTable('session')
    .set({ address: '', user_agent: '' })
    .where('person_id', '=', memberId)
    .execute()

  await tables
    .updateTable('credential')
    .set({ password_hash: '' })
    .where('person_id', '=', memberId)
    .execute()

  await endResetLinks(tx, memberId, now)
  await deleteFactors(tx, memberId)
  await tables.deleteFrom('sign_in').where('person_id', '=', memberId).execute()
  for (const table of ['email_code', 'email_change', 'compromise_link'] as const)
    await tables.deleteFrom(table).where('member_id', '=', memberId).execute()

  await tables
    .updateTable('member')
    .set({
      first_name: 'Closed',
      last_name: 'account',
      email: `${memberId}@closed.invalid`,
      phone_number: '',
      country: 'ZZ',
      status: 'closed',
      closed_at: now,
      suspended_reason: null,
      review_on: null,
      withdrawals_frozen_until: null,
      last_sign_in_at: null,
    })
    .where('id', '=', memberId)
    .execute()
}
