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

/**
 * What has to be true of the books at every moment: LEDGER's twelve; and of the record of acts
 * beside them.
 */
export const INVARIANTS: Readonly<Record<number, string>> = {
  1: 'Debits equal credits in each currency',
  2: 'Every balance equals the sum of its rows',
  3: 'No limited account is below zero',
  4: 'Returns paid are at most the income recorded',
  5: 'Numbers have no gap and the chain is intact',
  6: 'Deposits and withdrawals agree with the journal',
  7: 'What members are owed is what was witnessed',
  8: 'Every event was posted at most once',
  9: 'Positions agree with the principal in the books',
  10: 'Promotion spent is at most what was funded',
  11: 'Every row has its actor, kind, reason and approval',
  12: 'What is held outside agrees, or a break is open',
  13: 'The record of acts is as it was written',
}

export type Problem = {
  invariant: number
  problem: string
  /** What it is about: a row's number, an account, a deposit. */
  subject: string
}

/** One problem as one text: what two admins agree to let stand is named by it. */
export const formatProblemKey = ({ invariant, problem, subject }: Problem): string =>
  `${invariant}: ${problem} (${subject})`

/** What a proposal to end a freeze is about. */
export const freezeId = ({ id }: { id: bigint }): string => `freeze_${id}`

/**
 * Differences with the outside are cleared up as breaks, and the record of acts moves no money; the
 * others stop it.
 */
export const isBlockingProblem = ({ invariant }: Problem): boolean => invariant < 12

export type IntegrityCheck = {
  whole: boolean
  afterSeq: bigint
  uptoSeq: bigint
  startedAt: Date
  finishedAt: Date
  /** What is wrong and nobody has looked into yet. */
  problems: Problem[]
  /** What is wrong, and two admins let stand when they let money move again. */
  accepted: Problem[]
}

/** One thing that was read from the first row on, and what was wrong with it. */
export type VerifiedStep = { name: string; problems: Problem[]; doneAt: string }

/** Somebody's having the whole books read: how far it has got. */
export type Verification = {
  id: string
  by: string
  requestedAt: Date
  steps: VerifiedStep[]
  finishedAt: Date | null
  /** Why it broke off; null where it didn't. */
  failed: string | null
}

/** One that has said nothing for that long may be given up for a new one. */
export const VERIFICATION_LIMIT_MS = 15 * 60_000

/**
 * So many rows a copy holds that is made while somebody waits; `npm run export` makes longer ones.
 */
export const MOST_COPIED = 100_000n

/**
 * The head of the chain on a day, told outside the database, and that of the record of acts where
 * it has one.
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

/** A witness as a file: JSON that people can read and any program can compare. */
export const formatAnchor = ({
  day,
  block,
  seq,
  hash,
  owed,
  publishedAt,
  auditHead: acts,
}: LedgerAnchor): string =>
  `${JSON.stringify(
    {
      what:
        'The heads of the sealed journal and of the record of acts. Keep it where nobody who ' +
        'can write to the database can write too.',
      day,
      block: String(block),
      seq: String(seq),
      hash,
      owedToMembersInCents: String(owed),
      ...(acts && { acts: String(acts.place), actsHash: acts.hash }),
      toldAt: publishedAt.toISOString(),
    },
    null,
    2,
  )}\n`

const HASH = /^[0-9a-f]{64}$/

/**
 * Reads such a file; null when it isn't one. Those from before the record of acts was told have
 * nothing of it.
 */
export function parseAnchor(text: string): LedgerAnchor | null {
  try {
    const {
      day,
      block,
      seq,
      hash,
      owedToMembersInCents: owed,
      toldAt: publishedAt,
      acts,
      actsHash,
    } = JSON.parse(text)
    if (!HASH.test(hash) || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
    if ((acts !== undefined || actsHash !== undefined) && !HASH.test(actsHash)) return null

    return {
      day,
      block: BigInt(block),
      seq: BigInt(seq),
      hash,
      owed: BigInt(owed),
      publishedAt: new Date(publishedAt),
      auditHead: actsHash === undefined ? null : { place: BigInt(acts), hash: actsHash },
    }
  } catch {
    return null
  }
}

/** The programs that can check a copy of the books. */
export const COPY_FORMATS = { hledger, beancount } as const satisfies Record<string, BookFormat>
export type CopyFormat = keyof typeof COPY_FORMATS

/** Where the accounts of a class hang in the tree that accountants know. */
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
 * `member:mem_x:cash` is `liabilities:members:mem_x:cash`: one path for each account, and one
 * account for each path.
 */
export const toAccountPath = (code: AccountCode, of: AccountType): AccountPath => [
  ...PLACES[of],
  ...code.split(':').slice(1),
]

/** A row of the journal as the programs read it; what its author wrote goes along as notes. */
export const toMovement = (row: ChainedEntry): Movement => ({
  date: row.effective,
  code: row.seq,
  title: row.kind,
  subject: row.reference,
  notes: Object.entries({
    entry: String(row.entry),
    event: row.id,
    posted: row.postedAt.toISOString(),
    actor: row.actor,
    reason: row.reason,
    receipt: row.receipt,
    approval: row.approval,
  }).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  debit: toAccountPath(row.debit, row.debitClass),
  credit: toAccountPath(row.credit, row.creditClass),
  amount: row.amount,
  currency: row.currency,
})

/** The programs count debits minus credits, the ledger credits minus debits. */
export const toAccountTotal = ({
  code,
  class: of,
  balance,
  currency,
}: AccountBalance): AccountTotal => ({
  account: toAccountPath(code, of),
  units: -balance,
  currency,
})

/** How many of the first sealed rows a copy holds, and the block that sealed the last of them. */
export type CopyHead = { rows: bigint; lastBlock: JournalBlock | null }

/**
 * What stands above a copy, for people; the seal's hash is what anybody can compare with a
 * witnessed one.
 */
export const describeCopy = ({ rows, lastBlock }: CopyHead): string[] => [
  `A copy of the journal: its first ${rows} sealed rows, one transaction each.`,
  'After them every account is held against the balance that the ledger itself gives it. ' +
    'Balances are debits minus credits.',
  'In texts %0A and its like stand for signs that would end a line or a value.',
  lastBlock
    ? `Row ${rows} is in block ${lastBlock.block} of the seal, which ends with row ${lastBlock.seq} and ` +
      `has the hash ${lastBlock.hash}`
    : 'Nothing is sealed yet.',
]
