import {
  type BitcoinNetworkName,
  checkAddress,
  checkTronAddress,
  isOfBitcoinNetwork,
} from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import type { Coin } from '#lib/money.ts'
import type { AddressChain } from '#modules/settings/model.ts'

/** The mode and the operator's own addresses, for the checks of an address. */
export type AddressRules = {
  mode: 'sandbox' | 'live'
  ours: ReadonlySet<string>
  /** The network of the configured Bitcoin providers; null while Bitcoin is simulated. */
  bitcoin?: BitcoinNetworkName | null
  /** The chain that USDT is paid on now; Ethereum unless it is TRON. */
  usdt?: AddressChain
}

/**
 * Reads an address in its canonical spelling, with its network. Throws `invalid_address` (400) for
 * a wrong form or checksum, a test network's address in live, and one of the operator's own.
 */
export function parseWithdrawalAddress(
  coin: Coin,
  text: string,
  { mode, ours, bitcoin, usdt }: AddressRules,
  field: string,
) {
  const createAddressError = (reason: string) =>
    new DomainError('invalid_address', 400, reason, field)

  const isOnTron = coin === 'USDT' && usdt === 'tron'
  const checked = isOnTron ? checkTronAddress(text) : checkAddress(coin, text)
  if (!checked.ok) throw createAddressError(checked.reason)

  if (checked.network === 'testnet' && mode === 'live')
    throw createAddressError(
      'This is a testnet address. Crypto sent to it would be lost. Please enter an address on ' +
        'the main network.',
    )

  if (coin === 'BTC' && bitcoin && !isOfBitcoinNetwork(checked.canonical, bitcoin))
    throw createAddressError(`Please enter an address of Bitcoin’s ${bitcoin}, which is used here.`)

  if (ours.has(checked.canonical)) throw createOwnAddressError(field)

  return { address: checked.canonical, network: checked.network }
}

/** Returns the error for a withdrawal to an address that members pay us at. */
export const createOwnAddressError = (field: string) =>
  new DomainError(
    'invalid_address',
    400,
    'This is one of our deposit addresses. Please enter your own address.',
    field,
  )

const HASH = /^(?:0x)?([0-9a-f]{64})$/i

/**
 * Reads a transaction id in one spelling: hexadecimal digits without a prefix. The sandbox, which
 * has no chain, also accepts plain words. Throws `invalid_txid` (400).
 */
export function parseTxid(text: string | undefined, mode: 'sandbox' | 'live'): string {
  const txid = text?.trim() ?? ''
  const digits = HASH.exec(txid)?.[1]?.toLowerCase()
  if (digits) return digits
  if (mode === 'sandbox' && /^[0-9A-Za-z_:-]{4,128}$/.test(txid)) return txid

  throw new DomainError(
    'invalid_txid',
    400,
    'Please enter the transaction ID of the payment.',
    'txid',
  )
}

/** Reads the id of a transaction on a chain, in one spelling. Throws `invalid_txid` (400). */
export function parseChainTxid(text: string): string {
  const digits = HASH.exec(text.trim())?.[1]?.toLowerCase()
  if (digits) return digits

  throw new DomainError(
    'invalid_txid',
    400,
    'Enter each transaction ID as 64 characters of 0–9 and a–f, one per line.',
    'txid',
  )
}
