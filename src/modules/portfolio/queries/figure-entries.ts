import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import {
  type AccountCode,
  type MemberSubAccount,
  type TransferType,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { type Entry, listChanges, listOwnerDays } from '#modules/ledger/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { runInSnapshot } from '#platform/db/transaction.ts'
import {
  buildStatementLines,
  type DescribedLine,
  type FigureName,
  type Leg,
  ZERO_BALANCES,
} from '../model.ts'
import { describeLines } from './statement-labels.ts'

type Behind = {
  subAccounts: readonly MemberSubAccount[]
  kinds?: readonly TransferType[]
  sign?: -1n
}

/** The journal rows that each figure sums. */
const BEHIND: Record<FigureName, Behind> = {
  balance: { subAccounts: ['cash', 'principal'] },
  deposits: { subAccounts: ['cash'], kinds: ['deposit_confirmed', 'deposit_reversed'] },
  withdrawals: {
    subAccounts: ['hold_cash', 'hold_profit', 'cash', 'profit'],
    kinds: ['withdrawal_paid', 'fee_charged', 'withdrawal_reversed', 'fee_reversed'],
    sign: -1n,
  },
  interest: { subAccounts: ['profit'] },
  held: { subAccounts: ['hold_cash', 'hold_profit'] },
}

export type FigureEntry = Pick<DescribedLine, 'day' | 'what' | 'details' | 'reference'> & {
  entry: bigint
  /** Null until its block is added a moment later. */
  journalNumber: bigint | null
  change: Cents
}

export type FigureEntries = {
  /** The sum of all its rows, on every page. */
  total: Cents
  entries: FigureEntry[]
  /** Send as `before` to read on; null at the end. */
  next: bigint | null
}

type Page = { before?: bigint | undefined; limit: number }

/**
 * Lists the journal rows that a member's figure sums, newest first, with descriptions; movements
 * within the figure are left out.
 */
export const listFigureEntries = (
  db: Db,
  memberId: string,
  figure: FigureName,
  today: Day,
  { before, limit }: Page,
): Promise<FigureEntries> =>
  runInSnapshot(db, async (reader) => {
    const { subAccounts, kinds: transferTypes, sign = 1n } = BEHIND[figure]
    const accounts = subAccounts.map((subAccount) => toMemberAccountCode(memberId, subAccount))
    const found = await listChanges(reader, {
      accounts,
      transferTypes: transferTypes,
      before,
      limit: limit + 1,
    })
    const rows = found.slice(0, limit)
    const lines = await describeLines(
      reader,
      memberId,
      rows.map((row) => toStatementLine(row, memberId)),
      today,
    )

    const days = await listOwnerDays(reader, memberId)
    const total = days
      .filter(
        ({ account, transferType }) =>
          accounts.includes(account) && (!transferTypes || transferTypes.includes(transferType)),
      )
      .reduce((sum, { change }) => sum + change, 0n)

    return {
      total: sign * total,
      entries: lines.map(({ day, what, details, reference }, at) => {
        const row = rows[at]
        invariant(row, 'each row has its words')
        const change = sign * (accounts.includes(row.credit) ? row.amount : -row.amount)
        return {
          day,
          what,
          details,
          reference,
          change,
          entry: row.journalId,
          journalNumber: row.seq,
        }
      }),
      next: found.length > limit ? (rows.at(-1)?.journalId ?? null) : null,
    }
  })

/** Returns a journal row as a line of a statement, for its description. */
function toStatementLine(row: Entry, memberId: string) {
  const isOwnAccount = (account: AccountCode) => account.startsWith(`member:${memberId}:`)
  const createLegs = (account: AccountCode, other: AccountCode, change: Cents): Leg[] =>
    isOwnAccount(account)
      ? [
          {
            account,
            journal_id: row.journalId,
            seq: row.seq ?? 0n,
            effective_date: row.effectiveDate,
            transfer_type: row.transferType,
            other_account: other,
            change,
            reference: row.reference,
            reason: row.reason,
          },
        ]
      : []

  const legs = [
    ...createLegs(row.debit, row.credit, -row.amount),
    ...createLegs(row.credit, row.debit, row.amount),
  ]
  const [line] = buildStatementLines(legs, ZERO_BALANCES)
  invariant(line, `row ${row.journalId} is the member's own`)

  return line
}
