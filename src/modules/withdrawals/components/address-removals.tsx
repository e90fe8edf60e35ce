import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { COIN_TABLE, type WalletField } from '#lib/currencies.ts'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type SavedWallet, withdrawalCalls } from './calls.tsx'

/** The address field of each payment method. */
export const WALLET_FIELDS = PAYMENT_METHODS.map((method) => {
  const { coin, label, chain } = METHOD_FACTS[method]
  return {
    coin,
    name: COIN_TABLE[coin].walletField,
    label: `${label} address`,
    network: chain.includes(' on ') ? `${chain}.` : `On ${chain}.`,
  }
})

export type WalletsData = Record<WalletField, string> & {
  saved: readonly SavedWallet[]
  now: string
}

/** One button an address, as long as another one stays: the server refuses the last. */
export function AddressRemovals({
  read,
  saved,
}: {
  read: WalletsData
  saved: () => Promise<unknown>
}) {
  const [pending, setPending] = useState('')
  const there = WALLET_FIELDS.filter(({ name }) => read[name] !== '')
  if (there.length < 2) return null

  const remove = async (name: (typeof WALLET_FIELDS)[number]['name']) => {
    setPending(name)

    try {
      toast.success((await withdrawalCalls.saveWallets.call({ [name]: '' })).message)
      await saved()
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending('')
    }
  }

  return (
    <FormActions>
      {there.map(({ name, label }) => (
        <Button
          key={name}
          size="sm"
          variant="ghost"
          onClick={() => void remove(name)}
          pending={pending === name}
          pendingLabel="Removing..."
        >
          Remove the {label}
        </Button>
      ))}
    </FormActions>
  )
}
