import { When } from '#ui/figures/when.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { SavedWallet } from './calls.tsx'

const OTHER = 'other'

type Props = {
  /** Saved ones of the chosen coin, the main one first. */
  wallets: readonly SavedWallet[]
  coolDownHours: number
  /** The address as chosen or typed; null is the first saved one. */
  address: string | null
  onAddress: (address: string | null) => void
}

/** Where the money goes: a saved address, or another one that is saved with the request. */
export function WalletFields({ wallets, coolDownHours, address, onAddress }: Props) {
  const saved =
    wallets.find((wallet) => wallet.address === address) ?? (address === null ? wallets[0] : undefined)
  const typing = !saved
  return (
    <>
      {wallets.length > 0 && (
        <SelectField
          label={typing ? 'Saved addresses' : 'Wallet address'}
          name={typing ? 'saved_address' : 'wallet_address'}
          value={saved?.address ?? OTHER}
          onChange={(event) => onAddress(event.target.value === OTHER ? '' : event.target.value)}
          options={[
            ...wallets.map((wallet) => ({ value: wallet.address, label: wallet.address })),
            { value: OTHER, label: 'Another address' },
          ]}
          {...(saved && !saved.usable ? { hint: <CoolingDown until={saved.usableFrom} /> } : {})}
        />
      )}
      {typing && (
        <TextField
          label="Wallet address"
          name="wallet_address"
          className="mono"
          autoComplete="off"
          spellCheck={false}
          value={address ?? ''}
          onChange={(event) => onAddress(event.target.value)}
          hint={
            coolDownHours > 0
              ? `It is saved with this request. A new address can be paid after ${coolDownHours} hours: the request waits for it, and you get an e-mail.`
              : 'It is saved with this request, and you get an e-mail.'
          }
        />
      )}
    </>
  )
}

const CoolingDown = ({ until }: { until: string }) => (
  <>
    This address is new. It can be paid from <When at={until} />, and the request waits for it.
  </>
)
