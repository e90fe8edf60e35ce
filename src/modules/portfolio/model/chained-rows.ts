import { toCents, type Usd } from '#lib/money.ts'
import type { TransferType } from '#modules/ledger/model.ts'
import { getTransferTypeLabel } from './figures.ts'

/** A row of the hash chain as a member's screen shows it. */
export type ShownRow = {
  /** The hashed text: an array with 17 parts in JSON. */
  text: string | null
  kind: string
  what: string
  day: string
  debit: string
  credit: string
  amount: Usd
}

/** The parts of a hashed text that a screen shows; all undefined where the text is withheld. */
type HashedParts = Record<'kind' | 'amount' | 'day' | 'debit' | 'credit', string | undefined>

/** Parses the parts that a screen shows, by their places in `ledger.leaf_text`. */
export function parseHashedText(text: string | null): HashedParts {
  const parts = text === null ? [] : (JSON.parse(text) as string[])
  return { kind: parts[2], amount: parts[5], day: parts[8], debit: parts[15], credit: parts[16] }
}

/** Returns whether a row is shown as its hashed text says; true where the text is withheld. */
export function isShownAsHashed({ text, kind, what, day, debit, credit, amount }: ShownRow) {
  if (text === null) return true

  const hashed = parseHashedText(text)
  return (
    hashed.kind === kind &&
    what === getTransferTypeLabel(kind as TransferType) &&
    hashed.amount === String(toCents(amount)) &&
    hashed.day === day &&
    hashed.debit === debit &&
    hashed.credit === credit
  )
}
