import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import { listAccounts } from '#modules/ledger/queries.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Locks a custody account, so that its outside balances are compared one at a time. Throws
 * `unknown_account` (422) for any other account.
 */
export async function lockCustody(tx: Tx, account: AccountCode): Promise<void> {
  const held = await listAccounts(tx, { accountType: 'custody' })
  if (!held.some(({ code }) => code === account))
    throw new DomainError('unknown_account', 422, 'This custody account doesn’t exist.', 'account')

  await sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation/${account}`},
    0))`.execute(tx)
}
