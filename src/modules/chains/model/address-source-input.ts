import type { AddressChain, AddressMode, PaymentMethodCode } from '#modules/settings/model.ts'

/** The form in which an owner changes where a method's addresses come from. */
export type AddressSourceInput = {
  method: PaymentMethodCode
  mode: AddressMode
  chain?: AddressChain | undefined
  /** xpub: the pasted key, optionally after its origin. */
  accountKey?: string | undefined
  scriptType?: 'p2wpkh' | 'p2tr' | undefined
  /** pool: the pasted addresses, between spaces, commas or line ends. */
  addresses?: string | undefined
}
