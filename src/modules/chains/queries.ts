export {
  type AddressSupply,
  listAddressProblems,
  listAddressSupplies,
} from './queries/address-problems.ts'
export * from './queries/payments.ts'
export * from './queries/providers.ts'
export { verifyAddress } from './queries/verify-address.ts'
