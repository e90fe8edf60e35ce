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

/** The places of what is shown, in the hashed text (`ledger.leaf_text`). */
const PLACES = { kind: 2, amount: 5, day: 8, debit: 15, credit: 16 }

/** Returns whether a row is shown as its hashed text says; true where the text is withheld. */
export function isShownAsHashed({ text, kind, what, day, debit, credit, amount }: ShownRow) {
  if (text === null) return true

  const parts = JSON.parse(text) as unknown[]
  return (
    parts[PLACES.kind] === kind &&
    what === getTransferTypeLabel(kind as TransferType) &&
    parts[PLACES.amount] === String(toCents(amount)) &&
    parts[PLACES.day] === day &&
    parts[PLACES.debit] === debit &&
    parts[PLACES.credit] === credit
  )
}
