import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { selectCompletedDeposits } from '#modules/deposits/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { selectMember, takeMember } from '#modules/identity/queries.ts'
import {
  MEMBER_SUB_ACCOUNTS,
  type TransferType,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { listEntries, selectMemberBalances, toMemberBalances } from '#modules/ledger/queries.ts'
import { type PositionView, selectPositionRows, toPositionViews } from '#modules/plans/queries.ts'
import { selectCompletedWithdrawals } from '#modules/withdrawals/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { type BatchRows, readBatch } from '#platform/db/read-batch.ts'
import {
  buildDataExportKey,
  computeValueChange,
  getTransferTypeLabel,
  parseDataExportId,
  sumExpectedReturns,
} from './model.ts'
import type { PortfolioTables } from './tables.ts'

export type Figures = {
  /** Cash and principal: what can be withdrawn. */
  balance: Cents
  cash: Cents
  principal: Cents
  /** Returns paid and not withdrawn. */
  profit: Cents
  held: Cents
  deposited: Cents
  withdrawn: Cents
  /** An estimate of terms that run; in no balance. */
  accrued: Cents
  /** The unpaid returns of matured positions; part of no balance. */
  due: Cents
}

/** Returns the queries of a member's figures and positions, for `readBatch`. */
const selectFigureRows = (reader: Reader, memberId: string) => ({
  ...selectPositionRows(reader, memberId),
  balances: selectMemberBalances(reader, memberId),
  deposited: selectCompletedDeposits(reader, memberId),
  withdrawn: selectCompletedWithdrawals(reader, memberId),
})

type FigureRows = BatchRows<ReturnType<typeof selectFigureRows>>

/** Returns a member's figures on a day, from the ledger. */
export async function getFigures(reader: Reader, memberId: string, today: Day): Promise<Figures> {
  const rows = await readBatch(reader, selectFigureRows(reader, memberId))
  return toFigures(memberId, rows, toPositionViews(rows, today), today)
}

function toFigures(
  memberId: string,
  { balances, deposited, withdrawn }: Pick<FigureRows, 'balances' | 'deposited' | 'withdrawn'>,
  positions: readonly PositionView[],
  today: Day,
): Figures {
  const { cash, principal, profit, holdCash, holdProfit } = toMemberBalances(memberId, balances)

  return {
    cash,
    principal,
    profit,
    balance: cash + principal,
    held: holdCash + holdProfit,
    deposited: deposited[0]?.cents ?? 0n,
    withdrawn: withdrawn[0]?.cents ?? 0n,
    ...sumExpectedReturns(positions, today),
  }
}

export type Portfolio = { member: Member; figures: Figures; positions: PositionView[] }

/** Returns a member with figures and positions, for the staff and the member alike. */
export async function getPortfolio(
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<Portfolio> {
  const { member, ...rows } = await readBatch(reader, {
    ...selectFigureRows(reader, memberId),
    member: selectMember(reader, memberId),
  })
  const positions = toPositionViews(rows, today)

  return {
    member: takeMember(member),
    figures: toFigures(memberId, rows, positions, today),
    positions,
  }
}

export type OwnEntry = {
  entry: bigint
  /** Its gapless journal number; null until its block is added a moment later. */
  journalNumber: bigint | null
  kind: TransferType
  description: string
  effective: Day
  postedAt: Date
  amount: Cents
  change: Cents
  reference: string
  reason: string | null
}

/** Lists a member's newest journal rows, each once. */
export async function listOwnEntries(
  reader: Reader,
  memberId: string,
  limit: number,
): Promise<OwnEntry[]> {
  const accounts = MEMBER_SUB_ACCOUNTS.map((subAccount) =>
    toMemberAccountCode(memberId, subAccount),
  )
  const rows = await listEntries(reader, { account: accounts, limit })

  return rows.map((row) => ({
    entry: row.journalId,
    journalNumber: row.seq,
    kind: row.transferType,
    description: getTransferTypeLabel(row.transferType),
    effective: row.effectiveDate,
    postedAt: row.postedAt,
    amount: row.amount,
    change: computeValueChange(row, memberId),
    reference: row.reference,
    reason: row.reason,
  }))
}

/** Lists those of the keys that belong to a data export which is ready or being built. */
export async function listReferencedDataExports(reader: Reader, keys: string[]): Promise<string[]> {
  const rows = await reader
    .withTables<PortfolioTables>()
    .selectFrom('data_export')
    .select('id')
    .where('status', 'in', ['waiting', 'ready'])
    .where('id', 'in', keys.map(parseDataExportId))
    .execute()

  return rows.map(({ id }) => buildDataExportKey(id))
}
