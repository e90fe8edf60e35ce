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
 * Asks outside what each custody account holds and compares it with the books; one that can't be
 * asked holds up no other, and is told of.
 */
export async function fetchOutsideBalances(app: App): Promise<void> {
  const accounts = await listAccounts(app.db, { class: 'custody' })
  const failures: unknown[] = []

  for (const { code, closedAt } of accounts) {
    if (closedAt) continue

    try {
      await fetchOne(app, code)
    } catch (error) {
      app.log.error({ account: code, err: error }, 'what is held outside could not be compared')
      failures.push(error)
    }
  }

  if (failures.length)
    throw new AggregateError(failures, `${failures.length} places could not be compared`)
}

/**
 * What was booked while outside was being asked may be in either figure, so such an account is
 * asked again, or next hour.
 */
async function fetchOne(app: App, account: AccountCode): Promise<void> {
  const { place, currency } = parseCustodyCode(account)
  for (let tries = 0; tries < TRIES; tries++) {
    const requestedAt = app.clock.now()
    const held = await getHeldUnits(app.db, account)
    const figure = await app.outside.balanceOf(place, currency)
    if (!figure || (await compareFigure(app, account, figure, { requestedAt, held }))) return
  }

  app.log.info({ account }, 'custody kept moving while outside was being asked: compared next time')
}

type BookSnapshot = { requestedAt: Date; held: bigint }

/**
 * Compares with the books of the figure's moment; answers false when that is now and they have
 * moved meanwhile.
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
