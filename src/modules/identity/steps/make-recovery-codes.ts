import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Factors, hasFactor } from '../model/factors.ts'
import { generateRecoveryCode, RECOVERY_CODES } from '../model/recovery-codes.ts'
import { getFactors } from '../queries/factors.ts'
import type { IdentityTables } from '../tables.ts'
import { computeRecoveryDigest } from './consume-recovery-code.ts'

/** Creates ten recovery codes and returns them once; previous ones stop working. */
export async function makeRecoveryCodes(tx: Tx, app: App, personId: string): Promise<string[]> {
  const own = tx.withTables<IdentityTables>()
  await own.deleteFrom('recovery_code').where('person_id', '=', personId).execute()

  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode)
  const rows = codes.map((code) => ({
    person_id: personId,
    code_digest: computeRecoveryDigest(app, personId, code),
    made_at: app.clock.now(),
    used_at: null,
  }))

  await own.insertInto('recovery_code').values(rows).execute()

  return codes
}

/**
 * Creates the first recovery codes with the first factor; null if another factor exists and some
 * codes still work.
 */
export async function makeFirstCodes(tx: Tx, app: App, personId: string): Promise<string[] | null> {
  const { authenticatorSince, passkeys, recoveryCodesLeft } = await getFactors(tx, personId)
  const isFirst = passkeys.length + (authenticatorSince ? 1 : 0) === 1
  return recoveryCodesLeft > 0 && !isFirst ? null : await makeRecoveryCodes(tx, app, personId)
}

/** Deletes the recovery codes if no second factor is left. */
export async function deleteOrphanedCodes(tx: Tx, personId: string, left: Factors): Promise<void> {
  if (hasFactor(left)) return
  const own = tx.withTables<IdentityTables>()
  await own.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}
