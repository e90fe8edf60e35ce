import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { computeKeyState, isMoneyRole } from '#modules/approvals/model.ts'
import { listApprovalKeys } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import { getRelyingParty } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { listStaff } from '../queries.ts'

/** The admins of a money movement: one proposes, another approves. */
const MIN_HOLDERS = 2

/**
 * Throws if fewer than two admins who approve money movements would have an active key once this
 * one ends, so that one owner alone can't end the keys of all others. A key that isn't active, or
 * was made for another address, can always end. Throws `last_approval_keys` (409).
 */
export async function assertKeysRemain(tx: Tx, app: App, keyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('approvals/keys', 0))`.execute(tx)

  const now = app.clock.now()
  const site = getRelyingParty(app.config)
  const active = (await listApprovalKeys(tx)).filter(
    (key) => key.kind === 'passkey' && computeKeyState(key, now, site) === 'active',
  )
  if (!active.some(({ id }) => id === keyId)) return

  const holders = new Set(active.flatMap(({ id, adminId }) => (id === keyId ? [] : [adminId])))
  const able = (await listStaff(tx)).filter(
    ({ id, role, suspended }) => holders.has(id) && isMoneyRole(role) && !suspended,
  )
  if (able.length < MIN_HOLDERS)
    throw new DomainError(
      'last_approval_keys',
      409,
      'Fewer than two finance admins and owners would have an active approval key. Let another ' +
        'admin add and confirm a key first, or suspend this admin in Staff.',
    )
}
