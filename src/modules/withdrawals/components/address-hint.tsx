import { useQuery } from '@tanstack/react-query'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { Countdown } from '#ui/figures/countdown.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { SavedWallet } from './calls.tsx'

/** Finds the saved wallet that a coin is paid to. */
export const findMainWallet = (saved: readonly SavedWallet[], coin: string) =>
  saved.find((wallet) => wallet.main && wallet.coin === coin)

type AddressHintProps = { network: string; wallet: SavedWallet | undefined; now: string }

/** The saved addresses and the remaining waiting period of a new one, by the server's time. */
export function AddressHint({ network, wallet, now }: AddressHintProps) {
  if (!wallet) return null
  return wallet.usable ? (
    <>{network} Saved and ready to use.</>
  ) : (
    <>
      {network} Saved. Ready to use from <When at={wallet.usableFrom} />, in{' '}
      <Countdown ms={Date.parse(wallet.usableFrom) - Date.parse(now)} over="a moment" />.
    </>
  )
}

/** Displays how long a new address has to wait before it can be paid. */
export function CoolDown() {
  const { data } = useQuery(settingsCalls.operator.queryOptions())
  if (!data) return null

  const hours = data.data.walletCoolDownHours

  return (
    <Callout tone="info">
      {hours > 0
        ? `A new or changed address can be used after ${hours} hours. We’ll email you about ` +
          'every change.'
        : 'We’ll email you whenever an address is added or changed.'}{' '}
      You need at least one saved address to withdraw.
    </Callout>
  )
}
