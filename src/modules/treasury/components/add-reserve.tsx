import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { COINS, type Coin, isCoin } from '#lib/currencies.ts'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { WALLET_KINDS, type WalletKind } from '../model/reserves.ts'
import { treasuryCalls } from './calls.tsx'
import { WALLET_LABELS } from './reserve-labels.tsx'

const isWallet = (text: string): text is WalletKind => WALLET_KINDS.some((kind) => kind === text)

/** The dialog that adds a reserve address. */
export function AddReserve({ onClose }: { onClose: () => void }) {
  const [coin, setCoin] = useState<Coin>('BTC')
  const form = useToastAction(
    ({ address = '', place = '', wallet = '', chain }) =>
      treasuryCalls.addReserveAddress.call({
        coin,
        address,
        place,
        wallet: isWallet(wallet) ? wallet : 'single_key',
        ...(coin === 'USDT' && chain === 'tron' ? { chain: 'tron' as const } : {}),
      }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add a reserve address"
      actionLabel="Add address"
      acting="Loading...."
      {...form}
    >
      <SelectField
        label="Coin"
        name="coin"
        value={coin}
        onChange={({ target }) => isCoin(target.value) && setCoin(target.value)}
        options={COINS.map((value) => ({ value, label: value }))}
      />
      {coin === 'USDT' && (
        <SelectField
          label="Network"
          name="chain"
          defaultValue="ethereum"
          options={[
            { value: 'ethereum', label: 'Ethereum (ERC-20)' },
            { value: 'tron', label: 'TRON (TRC-20)' },
          ]}
        />
      )}
      <TextField
        label="Address"
        name="address"
        autoComplete="off"
        hint="The address is published. Never enter a private key."
      />
      <TextField
        label="Location"
        name="place"
        defaultValue="hot"
        hint="The custody account that the address belongs to, such as hot or cold."
      />
      <SelectField
        label="Wallet"
        name="wallet"
        defaultValue="single_key"
        options={WALLET_KINDS.map((value) => ({ value, label: WALLET_LABELS[value] }))}
        hint="Only an address with one key can be proved. Others are listed as not covered."
      />
    </FormDialog>
  )
}
