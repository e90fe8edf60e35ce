import {
  type AccountPath,
  type AccountTotal,
  type BookFormat,
  beancount,
  hledger,
  type Movement,
} from '#lib/plain-text-accounting.ts'
import type { AccountCode, AccountType } from '#modules/ledger/model.ts'
import type { AccountBalance, ChainedEntry, JournalBlock } from '#modules/ledger/queries.ts'

/** Formats of a copy: accounting programs that can check it. */
export const COPY_FORMATS = { hledger, beancount } as const satisfies Record<string, BookFormat>

export type CopyFormat = keyof typeof COPY_FORMATS

/** Place of each account type in the chart of accounts. */
const PLACES: Record<AccountType, AccountPath> = {
  custody: ['assets', 'custody'],
  plan_assets: ['assets', 'plans'],
  member_cash: ['liabilities', 'members'],
  member_principal: ['liabilities', 'members'],
  member_profit: ['liabilities', 'members'],
  member_hold_cash: ['liabilities', 'members'],
  member_hold_profit: ['liabilities', 'members'],
  suspense: ['liabilities', 'suspense'],
  plan_income: ['income', 'plans'],
  fees: ['income', 'fees'],
  exchange: ['equity', 'exchange'],
  promotion: ['equity', 'promotion'],
  equity: ['equity', 'operator'],
}

/**
 * Returns the path of an account: `member:mem_x:cash` is `liabilities:members:mem_x:cash`. Each
 * account has its own path.
 */
export const toAccountPath = (code: AccountCode, accountType: AccountType): AccountPath => [
  ...PLACES[accountType],
  ...code.split(':').slice(1),
]

/** Returns a journal row as accounting programs read it; texts of its author become notes. */
export const toMovement = (row: ChainedEntry): Movement => ({
  date: row.effectiveDate,
  code: row.seq,
  title: row.transferType,
  subject: row.reference,
  notes: Object.entries({
    journal_id: String(row.journalId),
    idempotency_key: row.idempotencyHash,
    posted: row.postedAt.toISOString(),
    actor: row.actor,
    reason: row.reason,
    receipt: row.receipt,
    approval: row.approval,
  }).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  debit: toAccountPath(row.debit, row.debitType),
  credit: toAccountPath(row.credit, row.creditType),
  amount: row.amount,
  currency: row.currency,
})

/**
 * Returns the balance of an account as debits minus credits; the ledger uses credits minus
 * debits.
 */
export const toAccountTotal = ({
  code,
  accountType,
  balance,
  currency,
}: AccountBalance): AccountTotal => ({
  account: toAccountPath(code, accountType),
  units: -balance,
  currency,
})

/**
 * Number of rows in a copy, counted from the first, and the block that contains the last of them.
 */
export type CopyHead = { rows: bigint; lastBlock: JournalBlock | null }

/** Returns the heading of a copy; its hash can be compared with a published anchor. */
export const describeCopy = ({ rows, lastBlock }: CopyHead): string[] => [
  `A copy of the journal: its first ${rows} chained rows, one transaction each.`,
  'After them, each account is compared with its balance in the ledger. ' +
    'Balances are debits minus credits.',
  'In texts, codes such as %0A replace characters that would end a line or a value.',
  lastBlock
    ? `Row ${rows} is in block ${lastBlock.block} of the hash chain, ` +
      `which ends with row ${lastBlock.seq} and has the hash ${lastBlock.hash}`
    : 'No row is chained yet.',
]
