import { COIN_TABLE, type Coin } from './currencies.ts'
import { DomainError } from './errors.ts'
import { normaliseReceiptReference } from './payment-references.ts'

/** A transaction id of every chain here; a prefix is dropped, so that an id has one spelling. */
const TRANSACTION_ID = /^(0x)*[0-9a-f]{64}$/i

/** The format as people read it. */
const RULES = {
  bitcoin: '64 characters of 0–9 and a–f',
  ethereum: '0x and 64 characters of 0–9 and a–f',
} as const

/**
 * Returns the one spelling of a coin's transaction id. Throws `own_reference` for one of our ids,
 * and `invalid_txid` (400) for what is not an id of its chain.
 */
export function parseTransactionId(coin: Coin, text: string): string {
  const { addressFormat, addressName } = COIN_TABLE[coin]
  if (TRANSACTION_ID.test(text.trim())) return normaliseReceiptReference(text)

  assertNotInternal(text)
  throw new DomainError(
    'invalid_txid',
    400,
    `Enter a transaction ID of ${addressName}: ${RULES[addressFormat]}.`,
    'txid',
  )
}

/** Throws `own_reference` (400) for one of our ids. */
function assertNotInternal(text: string) {
  try {
    normaliseReceiptReference(text)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'own_reference') throw error
  }
}

const HASH = /^[0-9a-f]{64}$/

/** Returns whether a stored text is a transaction id of a chain, and not one of the sandbox's. */
export const isTransactionId = (txid: string): boolean => HASH.test(txid)

/**
 * Returns a stored transaction id as wallets and explorers of its chain write it: with 0x on
 * Ethereum. The id of a simulated payment stays as it is.
 */
export const formatTransactionId = (coin: Coin, txid: string, chain: string): string =>
  COIN_TABLE[coin].addressFormat === 'ethereum' && chain !== 'tron' && isTransactionId(txid)
    ? `0x${txid}`
    : txid
