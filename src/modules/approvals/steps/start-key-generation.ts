import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { signingErrors } from '../model.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Starts a new generation of approval keys, which ends all keys before it, and returns its number.
 * Only a login that owns the tables may: throws `database_owner_needed` (409) for any other.
 */
export async function startKeyGeneration(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  reason: string,
): Promise<number> {
  await sql`set local role ledger_owner`.execute(tx).catch(throwOwnerNeeded)
  const { rows } = await sql<{ generation: number }>`
    select approvals.start_key_generation(${reason}, ${clock.now()}) as generation`.execute(tx)
  await sql`reset role`.execute(tx)

  return rows[0]?.generation ?? 0
}

function throwOwnerNeeded(error: unknown): never {
  const { code } = error as { code?: string }
  throw code === INSUFFICIENT_PRIVILEGE ? signingErrors.ownerNeeded() : error
}
