import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
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

/** The invariants of the ledger (1 to 12) and of the audit log (13). */
export const INVARIANTS: Readonly<Record<number, string>> = {
  1: 'Debits equal credits in each currency',
  2: 'Every balance equals the sum of its rows',
  3: 'No non-negative account is below zero',
  4: 'Returns paid are at most the income recorded',
  5: 'Numbers have no gap and the chain is intact',
  6: 'Deposits and withdrawals agree with the journal',
  7: 'The amount owed to members equals the published one',
  8: 'Every idempotency key was posted at most once',
  9: 'Positions agree with the principal in the ledger',
  10: 'Promotion spent is at most what was funded',
  11: 'Every row has its actor, transfer type, reason and approval',
  12: 'Outside balances agree, or a break is open',
  13: 'The audit log is unchanged',
}

export type Problem = {
  invariant: number
  problem: string
  /** The subject: a row number, an account, a deposit. */
  subject: string
}

/** Formats a problem as the key that identifies it when two admins accept it. */
export const formatProblemKey = ({ invariant, problem, subject }: Problem): string =>
  `${invariant}: ${problem} (${subject})`

/** Returns the subject id of a proposal to unfreeze. */
export const toFreezeId = ({ id }: { id: bigint }): string => `freeze_${id}`

/**
 * Returns whether a problem freezes the ledger. Outside differences become breaks, and the audit
 * log moves no money.
 */
export const isBlockingProblem = ({ invariant }: Problem): boolean => invariant < 12

export type IntegrityCheck = {
  whole: boolean
  afterSeq: bigint
  uptoSeq: bigint
  startedAt: Date
  finishedAt: Date
  /** Problems that are not accepted. */
  problems: Problem[]
  /** Problems that two admins accepted when they unfroze the ledger. */
  accepted: Problem[]
}

/** A finished step of a verification and its problems. */
export type VerifiedStep = { name: string; problems: Problem[]; doneAt: string }

/** A verification of the whole ledger and its progress. */
export type Verification = {
  id: string
  by: string
  requestedAt: Date
  steps: VerifiedStep[]
  finishedAt: Date | null
  /** Cause of an interruption; null without one. */
  failed: string | null
}

/** Time without progress after which a new verification may replace the current one. */
export const VERIFICATION_LIMIT_MS = 15 * 60_000

/** Maximum number of rows of a copy made during a request; `npm run export` makes longer ones. */
export const MAX_COPIED_ROWS = 100_000n

/**
 * The heads of the hash chain and of the audit log on a date, as published outside the database.
 */
export type LedgerAnchor = {
  day: Day
  block: bigint
  seq: bigint
  hash: string
  owed: Cents
  publishedAt: Date
  auditHead: { place: bigint; hash: string } | null
}

/** Formats an anchor as JSON for people and programs. */
export const formatAnchor = ({
  day,
  block,
  seq,
  hash,
  owed,
  publishedAt,
  auditHead,
}: LedgerAnchor): string =>
  `${JSON.stringify(
    {
      what:
        'The heads of the hash chains of the journal and of the audit log. Store this file where ' +
        'accounts with write access to the database can’t write.',
      day,
      block: String(block),
      seq: String(seq),
      hash,
      owedToMembersInCents: String(owed),
      ...(auditHead && {
        auditEvents: String(auditHead.place),
        auditHash: auditHead.hash,
      }),
      publishedAt: publishedAt.toISOString(),
    },
    null,
    2,
  )}\n`

const HASH = /^[0-9a-f]{64}$/

/** Parses an anchor file; null when it is invalid. Files without an audit log head have none. */
export function parseAnchor(text: string): LedgerAnchor | null {
  try {
    const {
      day,
      block,
      seq,
      hash,
      owedToMembersInCents: owed,
      publishedAt,
      auditEvents,
      auditHash,
    } = JSON.parse(text)
    if (!HASH.test(hash) || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
    if ((auditEvents !== undefined || auditHash !== undefined) && !HASH.test(auditHash)) return null

    return {
      day,
      block: BigInt(block),
      seq: BigInt(seq),
      hash,
      owed: BigInt(owed),
      publishedAt: new Date(publishedAt),
      auditHead: auditHash === undefined ? null : { place: BigInt(auditEvents), hash: auditHash },
    }
  } catch {
    return null
  }
}

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
