export { listFirstAddresses, parseAddressSourceInput } from './model/address-source.ts'
export type { AddressSourceInput } from './model/address-source-input.ts'
export type { BitcoinNetwork } from './model/bitcoin-networks.ts'
export { deriveOutput } from './model/bitcoin-outputs.ts'
export {
  type BitcoinPayout,
  buildBitcoinPayout,
  buildReplacement,
} from './model/bitcoin-payout.ts'
export type { PayoutInput } from './model/bitcoin-selection.ts'
export { listDifferences } from './model/payout-differences.ts'
export { buildSafeFile } from './model/safe-file.ts'
export { readSignedBitcoin } from './model/signed-bitcoin.ts'
export {
  type AddressSupply,
  listAddressProblems,
  listAddressSupplies,
} from './queries/address-problems.ts'
export { isPaymentAddress, selectPaymentAddresses } from './queries/addresses.ts'
export * from './queries/chain-problems.ts'
export * from './queries/payments.ts'
export { findPayoutAccount, type PayoutAccount } from './queries/payout-account.ts'
export { listPoolAddresses, type PoolAddress } from './queries/pool-addresses.ts'
export * from './queries/providers.ts'
export {
  isSimulatedChain,
  listSimulatedChains,
  type SimulatedChain,
} from './queries/simulated-state.ts'
export { type ProviderTest, testProvider } from './queries/test-provider.ts'
export {
  type ChainTransaction,
  type LinkTransaction,
  loadTransactionLinks,
} from './queries/transaction-links.ts'
export { isIssued, verifyAddress } from './queries/verify-address.ts'
export { verifyMessage } from './queries/verify-message.ts'
