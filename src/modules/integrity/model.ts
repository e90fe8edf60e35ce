import { MINUTE_MS } from '#lib/dates.ts'

export { formatAnchor, type LedgerAnchor, parseAnchor } from './model/anchors.ts'
export {
  COPY_FORMATS,
  type CopyFormat,
  type CopyHead,
  describeCopy,
  toAccountPath,
  toAccountTotal,
  toMovement,
} from './model/journal-copy.ts'

export {
  describeProblem,
  describeProblemKey,
  describeProblemSubject,
  describeProblemText,
} from './model/problem-text.ts'

/** The invariants of the ledger (1 to 12) and of the audit log (13). */
export const INVARIANTS: Readonly<Record<number, string>> = {
  1: 'Debits equal credits in each currency',
  2: 'Every balance equals the sum of its rows',
  3: 'No protected account is below zero',
  4: 'Returns paid don’t exceed recorded income',
  5: 'Journal numbers have no gaps and the hash chain is intact',
  6: 'Deposits and withdrawals agree with the journal',
  7: 'The amount owed to members matches the published figure',
  8: 'Every idempotency key was posted at most once',
  9: 'Positions agree with the principal in the ledger',
  10: 'Rewards paid don’t exceed promotion funding',
  11: 'Every row has its actor, transfer type, reason and approval',
  12: 'External balances agree with the ledger, or a break is open',
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

/** Age from which the last check is overdue: one that reads nothing new is recorded hourly. */
export const CHECK_OVERDUE_MS = 75 * MINUTE_MS

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
