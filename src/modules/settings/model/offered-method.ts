import type { Coin } from '#lib/currencies.ts'
import type { AddressSourceRow } from './address-sources.ts'
import type { AnnouncedFees, MethodTerms, PaymentMethodCode } from './payment-methods.ts'

/** A payment method as it is offered now. */
export type PaymentMethod = MethodTerms & {
  method: PaymentMethodCode
  coin: Coin
  label: string
  chain: string
  network: string
  /** The shared address, for a method without a source of its own; null until it is named. */
  address: string | null
  /** The present source of its addresses; null for the shared address. */
  source: AddressSourceRow | null
  /** True if members can pay by it: it has a source or a shared address. */
  open: boolean
  /** True if the address is a published sample of a test network. */
  sample: boolean
  announcedFees: AnnouncedFees | null
  /** The confirmations that a small payment needs. */
  confirmations: number
}
