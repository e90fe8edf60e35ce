import type { ChainName } from '#modules/chains/model.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { PayoutKind } from './payout-batch.ts'

const CHAIN_OF_METHOD: Record<PaymentMethodCode, ChainName> = {
  BITCOIN: 'bitcoin',
  ETHERIUM: 'ethereum',
  USDT: 'ethereum',
}

const KINDS_OF_CHAIN: Record<ChainName, readonly PayoutKind[]> = {
  bitcoin: ['psbt', 'csv'],
  ethereum: ['safe', 'csv'],
  tron: ['csv'],
}

/** Returns the chain on which withdrawals by a payment method are paid. */
export const getPayoutChain = (method: PaymentMethodCode): ChainName => CHAIN_OF_METHOD[method]

/** Returns the files that a batch of a payment method can be exported as, the best one first. */
export const getPayoutKinds = (method: PaymentMethodCode): readonly PayoutKind[] =>
  KINDS_OF_CHAIN[getPayoutChain(method)]
