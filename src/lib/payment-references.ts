import { DomainError } from './errors.ts'

/** Returns the one spelling of a transaction id, without capitals or a prefix. */
export function normaliseReceiptReference(text: string): string {
  const txid = text
    .trim()
    .toLowerCase()
    .replace(/^(0x)+/, '')
  if (isInternalId(txid)) throw createOwnReferenceError('txid')
  if (/^[0-9a-z_-]{4,128}$/.test(txid)) return txid

  throw new DomainError(
    'invalid_txid',
    400,
    'Please enter the transaction id of the payment.',
    'txid',
  )
}

/** Returns the one spelling of a bank reference: banks ignore capitals and the width of a space. */
export function normaliseBankReference(text: string): string {
  const reference = text.trim().replace(/\s+/g, ' ').toUpperCase()
  if (isInternalId(reference)) throw createOwnReferenceError('bankReference')
  return reference
}

/**
 * Returns whether a text looks like one of our ids (`dep_…`), which an external reference must not.
 */
const isInternalId = (text: string) => /^[a-z]{3,4}_[0-9a-z]+$/i.test(text)

const createOwnReferenceError = (field: string) =>
  new DomainError(
    'own_reference',
    400,
    'This looks like an internal id. Please enter the one that the chain or the bank ' +
      'gave the payment.',
    field,
  )

/** Lists the spellings that a searched transaction id or bank reference may have in the ledger. */
export function listSpellings(text: string): string[] {
  const tidy = text.trim().replace(/\s+/g, ' ')
  return [...new Set([tidy.toLowerCase().replace(/^(0x)+/, ''), tidy.toUpperCase()])].filter(
    Boolean,
  )
}
