import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { OPEN_PAUSE_MS, SIMULATED_PAUSE_MS } from '../model/check-times.ts'
import { CHAINS, type ChainName, computeNextCheck } from '../model.ts'
import { type DueAddress, listDueAddresses, readLastCheck } from '../queries/addresses.ts'
import { checkProvider } from '../steps/check-provider.ts'
import { claimChain, releaseClaim, renewClaim } from '../steps/claim-chain.ts'
import type { HeldClaim } from '../steps/provider-round.ts'
import { verifyNewAddresses } from '../steps/verify-addresses.ts'

/** Checks the addresses that are due on every chain. One chain's failure doesn't stop another. */
export async function watchChains(app: App): Promise<void> {
  const rounds = await Promise.allSettled(CHAINS.map((chain) => watchChain(app, chain)))
  const failed = rounds.find((round) => round.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Observes the due addresses of a chain through each of its providers, and stores what they show.
 * It does nothing while another process checks the chain, or before the pause is over.
 */
export async function watchChain(app: App, chain: ChainName): Promise<void> {
  const providers = app.chains[chain]
  if (providers.length === 0) return

  const pauseMs = providers.every(({ simulated }) => simulated) ? SIMULATED_PAUSE_MS : OPEN_PAUSE_MS
  const now = app.clock.now()
  const last = await readLastCheck(app.db, chain)
  if (last && now.getTime() - last.getTime() < pauseMs) return

  const claim = await runInTransaction(app.watcherDb, (tx) => claimChain(tx, chain, providers, now))
  if (!claim) return

  const held = { claim }
  try {
    await verifyNewAddresses(app, chain)
    const due = await listDueAddresses(app.db, chain, now)
    for (const provider of providers) await checkProvider(app, held, provider, due)
    await scheduleChecks(app, held, due, pauseMs)
  } finally {
    await runInTransaction(app.watcherDb, (tx) => releaseClaim(tx, held.claim))
  }
}

/** Sets the time of the next check of each address that was checked now. */
async function scheduleChecks(
  app: App,
  held: HeldClaim,
  due: readonly DueAddress[],
  pauseMs: number,
): Promise<void> {
  if (due.length === 0) return
  const now = app.clock.now()

  await runInTransaction(app.watcherDb, async (tx) => {
    const claim = await renewClaim(tx, held.claim, now)
    if (!claim) return
    held.claim = claim
    await sql`
      update chain_address a set checked_at = ${now}, next_check_at = case
        when a.open_until > ${now} then ${new Date(now.getTime() + pauseMs)} else c.next_at end
      from unnest(${due.map(({ id }) => id)}::text[],
        ${due.map((one) => computeNextCheck(one, now, pauseMs))}::timestamptz[]) as c (id, next_at)
      where a.id = c.id`.execute(tx)
  })
}
