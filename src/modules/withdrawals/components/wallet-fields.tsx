import { maskAddress } from '#ui/figures/split-address.ts'
import { When } from '#ui/figures/when.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { SavedWallet } from './calls.tsx'

const OTHER = 'other'

type Props = {
  /** Saved wallets of the chosen coin, the main one first. */
  wallets: readonly SavedWallet[]
  coolDownHours: number
  /** The address as chosen or typed; null is the first saved one. */
  address: string | null
  onAddress: (address: string | null) => void
}

/** The receiving address: a saved one, or a new one that is saved with the request. */
export function WalletFields({ wallets, coolDownHours, address, onAddress }: Props) {
  const saved =
    wallets.find((wallet) => wallet.address === address) ??
    (address === null ? wallets[0] : undefined)
  const typing = !saved

  return (
    <>
      {wallets.length > 0 && (
        <ChoiceCards
          legend={typing ? 'Saved addresses' : 'Wallet address'}
          name={typing ? 'saved_address' : 'wallet_address'}
          roomy
          value={saved?.address ?? OTHER}
          onChange={(value) => onAddress(value === OTHER ? '' : value)}
          choices={[
            ...wallets.map((wallet) => ({
              value: wallet.address,
              label: maskAddress(wallet.address),
              hint: <About wallet={wallet} />,
            })),
            { value: OTHER, label: 'New address', hint: 'Saved with this request.' },
          ]}
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
              ? 'Saved with this request. A new address can be used after ' +
                `${coolDownHours} hours, and your request waits until then.`
              : 'Saved with this request. We’ll email you about the new address.'
          }
        />
      )}
    </>
  )
}

const NETWORKS: Record<string, string> = { testnet: 'Testnet address. ' }

function About({ wallet }: { wallet: SavedWallet }) {
  const { main, usable, usableFrom, network } = wallet
  return (
    <>
      {main && 'Default. '}
      {NETWORKS[network]}
      {usable ? (
        'Ready to use.'
      ) : (
        <>
          New: ready to use from <When at={usableFrom} />. Your request waits until then.
        </>
      )}
    </>
  )
}
