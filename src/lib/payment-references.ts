import { DomainError } from './errors.ts'

/** One spelling for one transaction, so that capitals or a prefix don't make it another. */
export function receiptReference(text: string): string {
  const txid = text
    .trim()
    .toLowerCase()
    .replace(/^(0x)+/, '')
  if (/^[0-9a-z_-]{4,128}$/.test(txid)) return txid
  throw new DomainError('invalid_txid', 400, 'Please enter the transaction id of the payment.', 'txid')
}

/** One spelling for one bank payment: banks tell neither capitals nor the width of a space apart. */
export const bankReferenceOf = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase()
