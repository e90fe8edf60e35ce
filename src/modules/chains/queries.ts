export {
  type AddressSupply,
  listAddressProblems,
  listAddressSupplies,
} from './queries/address-problems.ts'
export * from './queries/chain-problems.ts'
export * from './queries/payments.ts'
export { listPoolAddresses, type PoolAddress } from './queries/pool-addresses.ts'
export * from './queries/providers.ts'
export {
  listSimulatedBlocks,
  listSimulatedTransactions,
  type SimulatedTransaction,
} from './queries/simulated-blocks.ts'
export { readSimulatedTip } from './queries/simulated-chain.ts'
export { isIssuedTo, verifyAddress } from './queries/verify-address.ts'
