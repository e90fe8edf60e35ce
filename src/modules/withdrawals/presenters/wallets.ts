import { mapWalletFields } from '#lib/currencies.ts'
import type { Coin } from '#lib/money.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Wallet } from '../queries.ts'

/** Returns a member's saved addresses and the main one of each coin. */
export function toWalletsResponse({ clock }: App, wallets: readonly Wallet[]) {
  const now = clock.now()
  const getMainAddress = (coin: Coin) =>
    wallets.find((wallet) => wallet.coin === coin && wallet.main)?.address ?? ''

  return {
    ...mapWalletFields(getMainAddress),
    saved: wallets.map(({ id, ...wallet }) => ({
      ...wallet,
      _id: id,
      payment_method: getPaymentMethod(wallet.coin),
      usable: wallet.usableFrom <= now,
    })),
    now,
  }
}

const getPaymentMethod = (coin: Coin) =>
  PAYMENT_METHODS.find((method) => METHOD_FACTS[method].coin === coin) ?? PAYMENT_METHODS[0]
