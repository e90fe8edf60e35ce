import type { CoinUnits } from '#lib/money.ts'
import { getMember } from '#modules/identity/queries.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { computeAffordableCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { listHoldChecks } from '#modules/transaction-monitoring/queries.ts'
import { listCustody } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import { buildWithdrawalChecks, isOpen, RECENT_MS } from '../model.ts'
import {
  countOtherHolders,
  getDestination,
  sumApprovedUnits,
  sumOtherWithdrawals,
  type Withdrawal,
} from '../queries.ts'

/**
 * Returns the coin that is paid: fixed by the approval, until then estimated at the current price.
 */
export async function computePayoutCoin(
  app: App,
  { coin, rate, coinAmount, amount, fee }: Withdrawal,
) {
  if (rate !== null && coinAmount !== null) return { rate, units: coinAmount, fixed: true }

  const price = await getPrice(app, coin)
  const units = computeAffordableCoin(amount - fee, price.rate, coin)

  return { rate: price.rate, units, fixed: false }
}

/**
 * Returns the network and the checks of a withdrawal; `alsoReserved` is what others that are
 * decided with it will take of the coin.
 */
export async function loadChecks(
  app: App,
  withdrawal: Withdrawal,
  units: CoinUnits,
  alsoReserved: CoinUnits = 0n,
) {
  const { id, coin, memberId } = withdrawal
  const now = app.clock.now()
  const { network, ...wallet } = await getDestination(app.db, id)
  const { withdrawalsFrozenUntil: frozenUntil } = await getMember(app.db, memberId)
  const held = await getPayableUnits(app, coin)
  const reserved = alsoReserved + (await sumApprovedUnits(app.db, withdrawal))
  const otherHolders = await countOtherHolders(app.db, withdrawal)
  const others = await sumOtherWithdrawals(app.db, withdrawal, new Date(now.getTime() - RECENT_MS))

  return {
    network,
    checks: [
      ...(isOpen(withdrawal) ? await listHoldChecks(app.db, withdrawal) : []),
      ...buildWithdrawalChecks({
        now,
        coin,
        units,
        held,
        reserved,
        otherHolders,
        wallet,
        frozenUntil,
        others,
      }),
    ],
  }
}

/** Returns what custody holds of a coin: the lower of the ledger and the last outside balance. */
async function getPayableUnits(app: App, coin: Withdrawal['coin']): Promise<CoinUnits> {
  const code = toCustodyAccountCode(coin)
  const line = (await listCustody(app.db)).find(({ account }) => account === code)
  if (!line) return 0n

  return line.outside && line.outside.units < line.held ? line.outside.units : line.held
}
