import type { JournalBlock, OwnChainedRow } from '#modules/ledger/queries.ts'
import {
  computeMovedAmount,
  type DescribedLine,
  getTransferTypeLabel,
  type SubAccountBalances,
  sumSubAccounts,
} from '../model.ts'
import type { FigureEntry } from '../queries/figure-entries.ts'
import type { Statement } from '../queries/statement.ts'
import type { OwnEntry } from '../queries.ts'

/** Returns an entry of the member as the contract states it. */
export const toEntryResponse = ({ entry, journalNumber, description, ...row }: OwnEntry) => ({
  ...row,
  _id: String(entry),
  journalNumber: journalNumber === null ? null : String(journalNumber),
  what: description,
})

/** Returns the balances of the sub-accounts with their total. */
export const toSubAccountsResponse = (balances: SubAccountBalances) => ({
  ...balances,
  total: sumSubAccounts(balances),
})

/** Returns the head of the hash chain as the contract states it. */
export const toHeadResponse = (head: JournalBlock | null) =>
  head && { block: String(head.block), seq: String(head.seq), hash: head.hash }

const toStatementLineResponse = (line: DescribedLine) => ({
  day: line.day,
  kind: line.transferType,
  what: line.what,
  details: line.details,
  reference: line.reference,
  journalNumbers: line.seqs.map(String),
  change: line.change,
  moved: computeMovedAmount(line),
  subAccounts: toSubAccountsResponse(line.subAccounts),
})

/** Returns a statement as the contract states it. */
export const toStatementResponse = ({ opening, lines, closing, head, ...rest }: Statement) => ({
  ...rest,
  opening: toSubAccountsResponse(opening),
  lines: lines.map(toStatementLineResponse),
  closing: toSubAccountsResponse(closing),
  head: toHeadResponse(head),
})

/** Returns an entry behind a figure as the contract states it. */
export const toFigureEntryResponse = ({ entry, journalNumber, ...row }: FigureEntry) => ({
  ...row,
  _id: String(entry),
  journalNumber: journalNumber === null ? null : String(journalNumber),
})

/** Returns a chained entry as the contract states it. */
export const toChainedRowResponse = ({ amount, transfer_type: kind, ...row }: OwnChainedRow) => ({
  ...row,
  kind,
  amount: BigInt(amount),
  what: getTransferTypeLabel(kind),
})
