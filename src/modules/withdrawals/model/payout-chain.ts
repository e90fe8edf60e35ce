import { COIN_TABLE, type Coin } from '#lib/currencies.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import { isTronAddress } from '#lib/tron-address.ts'
import type { ChainName } from '#modules/chains/model.ts'
import { describeChain, METHOD_FACTS, type PaymentMethodCode } from '#modules/settings/model.ts'
import type { PayoutKind } from './payout-batch.ts'

const KINDS_OF_CHAIN: Record<ChainName, readonly PayoutKind[]> = {
  bitcoin: ['psbt', 'csv'],
  ethereum: ['safe', 'csv'],
  tron: ['csv'],
}

type Destination = { coin: Coin; address: string }

/** Returns the chain that an address is paid on: USDT is on TRON or Ethereum by its address. */
export const getPayoutChain = ({ coin, address }: Destination): ChainName =>
  coin === 'USDT' && isTronAddress(address) ? 'tron' : COIN_TABLE[coin].addressFormat

/** Returns the id of a transaction that paid an address, as its chain writes it. */
export const formatWithdrawalTxid = (destination: Destination, txid: string): string =>
  formatTransactionId(destination.coin, txid, getPayoutChain(destination))

/** Returns the files that a batch on a chain can be exported as, the best one first. */
export const getPayoutKinds = (chain: ChainName): readonly PayoutKind[] => KINDS_OF_CHAIN[chain]

/** Returns the network of an address as people read it: 'TRC-20 on TRON'. */
export const describePayoutNetwork = (method: PaymentMethodCode, address: string): string =>
  describeChain(method, getPayoutChain({ coin: METHOD_FACTS[method].coin, address }))
