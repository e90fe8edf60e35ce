import { DomainError } from './errors.ts'

/** One spelling for one transaction, so that capitals or a prefix don't make it another. */
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

/**
 * One spelling for one bank payment: banks tell neither capitals nor the width of a space apart.
 */
export function normaliseBankReference(text: string): string {
  const reference = text.trim().replace(/\s+/g, ' ').toUpperCase()
  if (isInternalId(reference)) throw createOwnReferenceError('bankReference')
  return reference
}

/**
 * The journal names our own rows by their ids (`dep_…`): what somebody outside wrote must never
 * read like one.
 */
const isInternalId = (text: string) => /^[a-z]{3,4}_[0-9a-z]+$/i.test(text)

const createOwnReferenceError = (field: string) =>
  new DomainError(
    'own_reference',
    400,
    'This looks like an id of this house. Please enter the one that the chain or the bank ' +
      'gave the payment.',
    field,
  )

/** How a transaction id or a bank reference that somebody looks for may be spelt in the books. */
export function listSpellings(text: string): string[] {
  const tidy = text.trim().replace(/\s+/g, ' ')
  return [...new Set([tidy.toLowerCase().replace(/^(0x)+/, ''), tidy.toUpperCase()])].filter(
    Boolean,
  )
}
