import { systemActor } from '#modules/audit/model.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import { listAccounts } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { OutsideFigure } from '../adapters/outside-balances.ts'
import { parseCustodyCode } from '../model.ts'
import { getHeldUnits } from '../queries.ts'
import { lockCustody } from '../steps/lock-custody.ts'
import { reconcileBalance } from '../steps/reconcile-balance.ts'

const TRIES = 3

/**
 * Fetches the outside balance of each custody account and reconciles it with the ledger. A failed
 * account does not stop the others; all failures are thrown together at the end.
 */
export async function fetchOutsideBalances(app: App): Promise<void> {
  const accounts = await listAccounts(app.db, { accountType: 'custody' })
  const failures: unknown[] = []

  for (const { code, closedAt } of accounts) {
    if (closedAt) continue

    try {
      await fetchBalance(app, code)
    } catch (error) {
      app.log.error({ account: code, err: error }, 'what is held outside could not be compared')
      failures.push(error)
    }
  }

  if (failures.length)
    throw new AggregateError(failures, `${failures.length} places could not be compared`)
}

/**
 * Entries posted during the fetch may be in either figure, so such an account is fetched again, up
 * to three times, and then in the next run.
 */
async function fetchBalance(app: App, account: AccountCode): Promise<void> {
  const { place, currency } = parseCustodyCode(account)
  for (let tries = 0; tries < TRIES; tries++) {
    const requestedAt = app.clock.now()
    const held = await getHeldUnits(app.db, account)
    const figure = await app.outside.balanceOf(place, currency)
    if (!figure || (await compareFigure(app, account, figure, { requestedAt, held }))) return
  }

  app.log.info({ account }, 'custody changed during each fetch; it is compared in the next run')
}

type BookSnapshot = { requestedAt: Date; held: bigint }

/**
 * Compares a figure with the ledger at the figure's moment. Returns false if that is now and the
 * ledger has changed since the fetch began.
 */
async function compareFigure(
  app: App,
  account: AccountCode,
  { units, asOf, source, evidence }: OutsideFigure,
  { requestedAt, held }: BookSnapshot,
): Promise<boolean> {
  return await runInTransaction(app.db, async (tx) => {
    await lockCustody(tx, account)

    const isNow = asOf >= requestedAt
    const bookUnits = await getHeldUnits(tx, account, isNow ? undefined : asOf)
    if (isNow && bookUnits !== held) return false

    const now = app.clock.now()
    await reconcileBalance(tx, app, systemActor, {
      account,
      units,
      bookUnits,
      asOf: asOf > now ? now : asOf,
      source: 'fetched',
      statedBy: source,
      evidence,
    })

    return true
  })
}
