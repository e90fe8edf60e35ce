import { DomainError } from './errors.ts'
import { foldPunctuation, removeInvisible } from './fold-letters.ts'

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
    'Please enter the transaction ID of the payment.',
    'txid',
  )
}

/** A character that no bank reference has; letters of other scripts look like Latin ones. */
const FOREIGN = /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f]/u

const formatBankReference = (text: string): string =>
  foldPunctuation(removeInvisible(text.normalize('NFKC')))
    .trim()
    .toUpperCase()

/**
 * Returns the one spelling of a bank reference: banks ignore capitals, the width of a space and the
 * kind of a dash. Throws `own_reference` and `foreign_letter` (400).
 */
export function normaliseBankReference(text: string): string {
  const reference = formatBankReference(text)
  if (isInternalId(reference)) throw createOwnReferenceError('bankReference')

  const foreign = FOREIGN.exec(reference)?.[0]
  if (foreign === undefined) return reference

  const code = (foreign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new DomainError(
    'foreign_letter',
    400,
    `A bank reference has Latin letters, digits and signs; '${foreign}' (U+${code}) is another ` +
      'letter. Please type the reference as the bank shows it.',
    'bankReference',
  )
}

/**
 * Returns whether two bank references are the same payment: spaces, dashes, dots, slashes and
 * underscores between their parts don't count. `ledger.reference_key` compares in the same way.
 */
export const isSameBankReference = (one: string, other: string): boolean =>
  toReferenceKey(one) === toReferenceKey(other)

const toReferenceKey = (text: string) =>
  formatBankReference(text)
    .replace(/[-\s_./]+/g, ' ')
    .trim()

/**
 * Returns whether a text looks like one of our ids (`dep_…`), which an external reference must not.
 */
const isInternalId = (text: string) => /^[a-z]{3,4}_[0-9a-z]+$/i.test(text)

const createOwnReferenceError = (field: string) =>
  new DomainError(
    'own_reference',
    400,
    'This looks like an internal ID. Please enter the ID from the blockchain or the bank.',
    field,
  )

/** Lists the spellings that a searched transaction id or bank reference may have in the ledger. */
export function listSpellings(text: string): string[] {
  const tidy = text.trim().replace(/\s+/g, ' ')
  return [
    ...new Set([
      tidy.toLowerCase().replace(/^(0x)+/, ''),
      tidy.toUpperCase(),
      formatBankReference(text),
    ]),
  ].filter(Boolean)
}
