import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import { type AccountCode, type Kind, memberAccount, type Purse } from '#modules/ledger/model.ts'
import { type Entry, listChanges, listOwnerDays } from '#modules/ledger/queries.ts'
import type { Db } from '#platform/db.ts'
import { inSnapshot } from '#platform/transaction.ts'
import { type FigureName, type Leg, linesOf, NO_PURSES, type WordedLine } from '../model.ts'
import { wordLines } from './statement-words.ts'

type Behind = { purses: readonly Purse[]; kinds?: readonly Kind[]; sign?: -1n }

/** Which rows of the journal each figure is the sum of. */
const BEHIND: Record<FigureName, Behind> = {
  balance: { purses: ['cash', 'principal'] },
  deposits: { purses: ['cash'], kinds: ['deposit_confirmed'] },
  withdrawals: {
    purses: ['hold_cash', 'hold_profit'],
    kinds: ['withdrawal_paid', 'fee_charged'],
    sign: -1n,
  },
  interest: { purses: ['profit'] },
  held: { purses: ['hold_cash', 'hold_profit'] },
}

export type FigureEntry = Pick<WordedLine, 'day' | 'what' | 'details' | 'reference'> & {
  entry: bigint
  /** Null until the seal, a moment later. */
  folio: bigint | null
  change: Cents
}

export type FigureEntries = {
  /** Of all its rows, those of other pages too. */
  total: Cents
  entries: FigureEntry[]
  /** Send as `before` to read on; null at the end. */
  next: bigint | null
}

type Page = { before?: bigint | undefined; limit: number }

/**
 * The rows of the journal that a member's figure is the sum of, newest first, in words; what only
 * moves within it isn't among them.
 */
export const listFigureEntries = (
  db: Db,
  memberId: string,
  figure: FigureName,
  today: Day,
  { before, limit }: Page,
): Promise<FigureEntries> =>
  inSnapshot(db, async (reader) => {
    const { purses, kinds, sign = 1n } = BEHIND[figure]
    const accounts = purses.map((purse) => memberAccount(memberId, purse))
    const found = await listChanges(reader, { accounts, kinds, before, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const lines = await wordLines(
      reader,
      memberId,
      rows.map((row) => lineOf(row, memberId)),
      today,
    )

    const days = await listOwnerDays(reader, memberId)
    const total = days
      .filter(({ account, kind }) => accounts.includes(account) && (!kinds || kinds.includes(kind)))
      .reduce((sum, { change }) => sum + change, 0n)

    return {
      total: sign * total,
      entries: lines.map(({ day, what, details, reference }, at) => {
        const row = rows[at]
        invariant(row, 'each row has its words')
        const change = sign * (accounts.includes(row.credit) ? row.amount : -row.amount)
        return { day, what, details, reference, change, entry: row.entry, folio: row.seq }
      }),
      next: found.length > limit ? (rows.at(-1)?.entry ?? null) : null,
    }
  })

/** A row of the journal as a line of a statement, which the words are for. */
function lineOf(row: Entry, memberId: string) {
  const own = (account: AccountCode) => account.startsWith(`member:${memberId}:`)
  const leg = (account: AccountCode, other: AccountCode, change: Cents): Leg[] =>
    own(account)
      ? [
          {
            account,
            entry: row.entry,
            seq: row.seq ?? 0n,
            effective: row.effective,
            kind: row.kind,
            other_account: other,
            change,
            reference: row.reference,
            reason: row.reason,
          },
        ]
      : []

  const legs = [
    ...leg(row.debit, row.credit, -row.amount),
    ...leg(row.credit, row.debit, row.amount),
  ]
  const [line] = linesOf(legs, NO_PURSES)
  invariant(line, `row ${row.entry} is the member's own`)

  return line
}
