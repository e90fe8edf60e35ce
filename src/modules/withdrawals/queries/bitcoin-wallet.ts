import { DomainError } from '#lib/errors.ts'
import { type BitcoinNetwork, deriveOutput, findPayoutAccount } from '#modules/chains/queries.ts'
import type { App } from '#platform/app.ts'
import { listChangeAddresses } from './payout-inputs.ts'

type PayoutAccount = Parameters<typeof deriveOutput>[0]

/** An address of the operator's account, by its step: 0 receives, 1 takes change. */
export type OwnAddress = { address: string; step: { chain: 0 | 1; index: number } }

/** The operator's watch-only account, and its addresses that can have coin. */
export type BitcoinWallet = {
  account: PayoutAccount
  addresses: readonly OwnAddress[]
  /** The addresses that took or take change, in the order of their numbers. */
  changes: readonly string[]
}

/**
 * Returns the operator's watch-only account of Bitcoin. Throws `no_wallet` (409) where members do
 * not pay to addresses of an account key, or none was paid to yet.
 */
export async function getBitcoinWallet({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<BitcoinWallet> {
  const found = await findPayoutAccount(db, 'BITCOIN', clock.now())
  const [first] = found?.addresses ?? []
  if (!found || !first)
    throw new DomainError(
      'no_wallet',
      409,
      'There is no coin at addresses of a Bitcoin account key. Set one up under receiving ' +
        'addresses, or export a table instead.',
    )

  const { addresses, ...key } = found
  const network = findNetwork(first.address)
  const account = { key: { ...key, test: network !== 'mainnet' }, network }
  const changes = await listChangeAddresses(db)

  return {
    account,
    changes,
    addresses: [
      ...addresses.map(({ address, index }) => ({ address, step: { chain: 0 as const, index } })),
      ...changes.map((_, index) => ({
        address: deriveOutput(account, { chain: 1, index }).address,
        step: { chain: 1 as const, index },
      })),
    ],
  }
}

/** Returns the network that an address belongs to. */
export const findNetwork = (address: string): BitcoinNetwork => {
  if (address.startsWith('bcrt1')) return 'regtest'
  return /^(tb1|[mn2])/.test(address) ? 'testnet' : 'mainnet'
}
