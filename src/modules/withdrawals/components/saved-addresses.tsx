import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { COIN_TABLE, type WalletField } from '#lib/currencies.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { describePayoutNetwork } from '../model.ts'
import { AddressHint, findMainWallet } from './address-hint.tsx'
import { type SavedWallet, withdrawalCalls } from './calls.tsx'
import styles from './saved-addresses.module.css'

/** The address field of each payment method. */
export const WALLET_FIELDS = PAYMENT_METHODS.map((method) => {
  const { coin, label } = METHOD_FACTS[method]
  return {
    method,
    coin,
    name: COIN_TABLE[coin].walletField,
    label: `${label} address`,
  }
})

/** Returns the hint that names the network of an address: 'ERC-20 on Ethereum.' */
export const formatNetworkHint = (chain: string): string =>
  chain.includes(' on ') ? `${chain}.` : `${chain} network.`

export type WalletsData = Record<WalletField, string> & {
  saved: readonly SavedWallet[]
  now: string
}

type Props = { read: WalletsData; onSaved: () => Promise<unknown> }

/** Shows each saved address whole, in groups, with Copy and, unless it is the last one, Remove. */
export function SavedAddresses({ read, onSaved }: Props) {
  const [pending, setPending] = useState('')
  const there = WALLET_FIELDS.filter(({ name }) => read[name] !== '')
  if (there.length === 0) return null

  const remove = async (name: WalletField) => {
    setPending(name)

    try {
      toast.success((await withdrawalCalls.saveWallets.call({ [name]: '' })).message)
      await onSaved()
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending('')
    }
  }

  return (
    <Panel title="Saved addresses">
      <Details
        rows={there.map(({ method, name, coin, label }) => ({
          label,
          value: (
            <>
              <Address value={read[name]} />
              <p className="small muted">
                <AddressHint
                  network={formatNetworkHint(describePayoutNetwork(method, read[name]))}
                  wallet={findMainWallet(read.saved, coin)}
                  now={read.now}
                />
              </p>
            </>
          ),
          aside: (
            <span className={styles.actions}>
              <CopyButton text={read[name]} />
              {there.length > 1 && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${label}`}
                  onClick={() => void remove(name)}
                  pending={pending === name}
                  pendingLabel="Removing..."
                >
                  Remove
                </Button>
              )}
            </span>
          ),
        }))}
      />
    </Panel>
  )
}
