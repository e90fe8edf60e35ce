import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainProvider } from '../adapters/chain-provider.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** The time a process checks a chain before another one may take over. */
const CLAIM_MS = 180_000

/** The right to store what a chain's providers show: one process has it at a time. */
export type ChainClaim = { chain: ChainName; until: Date }

/** Claims a chain, and adds its new providers. Returns null while another process has the claim. */
export async function claimChain(
  tx: Tx,
  chain: ChainName,
  providers: readonly ChainProvider[],
  now: Date,
): Promise<ChainClaim | null> {
  await tx
    .withTables<ChainTables>()
    .insertInto('chain_provider')
    .values(providers.map(({ name, simulated }) => ({ chain, name, simulated, checked_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  const claims = await lockClaims(tx, chain)
  if (claims.some((until) => until && until > now)) return null

  await leaveOutRemoved(tx, chain, providers, now)
  return await setClaim(tx, chain, new Date(now.getTime() + CLAIM_MS))
}

/**
 * A provider that is no longer configured answers nothing: what it last said counts for nothing.
 */
async function leaveOutRemoved(
  tx: Tx,
  chain: ChainName,
  providers: readonly ChainProvider[],
  now: Date,
): Promise<void> {
  await tx
    .withTables<ChainTables>()
    .updateTable('chain_provider')
    .set({ problem: 'It is no longer configured.', problem_since: now })
    .where('chain', '=', chain)
    .where('problem', 'is', null)
    .where(
      'name',
      'not in',
      providers.map(({ name }) => name),
    )
    .execute()
}

/** Locks the chain for a write and renews the claim. Returns null if another process took over. */
export async function renewClaim(tx: Tx, claim: ChainClaim, now: Date): Promise<ChainClaim | null> {
  const claims = await lockClaims(tx, claim.chain)
  if (claims.some((until) => until?.getTime() !== claim.until.getTime())) return null
  return await setClaim(tx, claim.chain, new Date(now.getTime() + CLAIM_MS))
}

/** Ends the claim. */
export async function releaseClaim(tx: Tx, { chain, until }: ChainClaim): Promise<void> {
  await sql`
    update chain_provider set claimed_until = null
    where chain = ${chain} and claimed_until = ${until}::timestamptz`.execute(tx)
}

async function lockClaims(tx: Tx, chain: ChainName): Promise<(Date | null)[]> {
  const rows = await tx
    .withTables<ChainTables>()
    .selectFrom('chain_provider')
    .select('claimed_until')
    .where('chain', '=', chain)
    .orderBy('name')
    .forUpdate()
    .execute()

  return rows.map((row) => row.claimed_until)
}

async function setClaim(tx: Tx, chain: ChainName, until: Date): Promise<ChainClaim> {
  await tx
    .withTables<ChainTables>()
    .updateTable('chain_provider')
    .set({ claimed_until: until })
    .where('chain', '=', chain)
    .execute()

  return { chain, until }
}
