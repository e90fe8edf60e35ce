import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import type { AccountCode, TransferType } from '#modules/ledger/model.ts'
import { HEADING_BY_TYPE } from './headings.ts'
import {
  addBalances,
  getSubAccountKey,
  SUB_ACCOUNT_KEYS,
  SUB_ACCOUNT_LABELS,
  type SubAccountBalances,
  sumSubAccounts,
  ZERO_BALANCES,
} from './sub-accounts.ts'

/** One side of a journal row, for an account. */
export type Leg = {
  account: AccountCode
  journal_id: bigint
  seq: bigint
  effective_date: Day
  transfer_type: TransferType
  other_account: AccountCode
  change: Cents
  reference: string
  reason: string | null
}

export type StatementLine = {
  /** The journal numbers of its rows. */
  seqs: bigint[]
  day: Day
  transferType: TransferType
  reference: string
  reason: string | null
  /** The other party's account; null when money only moved within. */
  outside: AccountCode | null
  /** The change of the total, and of each sub-account. */
  change: Cents
  moves: SubAccountBalances
  /** After it. */
  subAccounts: SubAccountBalances
  balance: Cents
}

/** A line with its description and its source. */
export type DescribedLine = StatementLine & { what: string; details: string[] }

/**
 * Returns the transfer type that describes a whole event: a withdrawal request redeems and holds;
 * its release restores and reinvests.
 */
function pickTransferType({ transfer_type, reference }: Leg): TransferType {
  if (!reference.startsWith('wdr_')) return transfer_type
  if (transfer_type === 'principal_redeemed') return 'withdrawal_held'
  return transfer_type === 'position_opened' ? 'withdrawal_released' : transfer_type
}

const WITHIN = new Set<TransferType>([
  'position_opened',
  'principal_redeemed',
  'withdrawal_held',
  'withdrawal_released',
])

/**
 * Legs of one key are one line: what moves within by its event, a loss by its plan's loss,
 * everything else by itself.
 */
function buildLineKey(leg: Leg): string {
  const step = pickTransferType(leg)
  const together =
    HEADING_BY_TYPE[step] === 'losses' || (WITHIN.has(step) && isOwn(leg.other_account))
  return together ? `${leg.effective_date} ${step} ${leg.reference}` : String(leg.journal_id)
}

const isOwn = (account: AccountCode) => account.startsWith('member:')

/** Builds the lines of a statement from its legs, oldest first, each with the balances after it. */
export function buildStatementLines(
  legs: readonly Leg[],
  opening: SubAccountBalances,
): StatementLine[] {
  const lines = [...Map.groupBy(legs, buildLineKey).values()].map(buildStatementLine)
  let balances = opening
  return lines.map((line) => {
    balances = addBalances(balances, line.moves)
    return { ...line, subAccounts: balances, balance: sumSubAccounts(balances) }
  })
}

function buildStatementLine(legs: readonly Leg[]): Omit<StatementLine, 'subAccounts' | 'balance'> {
  const [first] = legs
  invariant(first, 'a line has a leg')

  const moves = legs.reduce(
    (sum, leg) =>
      addBalances(sum, { ...ZERO_BALANCES, [getSubAccountKey(leg.account)]: leg.change }),
    ZERO_BALANCES,
  )

  return {
    seqs: [...new Set(legs.map(({ seq }) => seq))],
    day: first.effective_date,
    transferType: pickTransferType(first),
    reference: first.reference,
    moves,
    reason: legs.find(({ reason }) => reason)?.reason ?? null,
    outside: legs.find(({ other_account }) => !isOwn(other_account))?.other_account ?? null,
    change: sumSubAccounts(moves),
  }
}

/** Returns how much a line moved within the sub-accounts, in cents. */
export const computeMovedAmount = ({ moves }: Pick<StatementLine, 'moves'>): Cents =>
  SUB_ACCOUNT_KEYS.reduce(
    (sum, subAccount) => (moves[subAccount] > 0n ? sum + moves[subAccount] : sum),
    0n,
  )

/** Describes a movement between sub-accounts, such as 'from ‘Cash’ to ‘Invested’'. */
export function formatMovement({ moves }: Pick<StatementLine, 'moves'>): string {
  const formatSubAccounts = (those: (cents: Cents) => boolean) =>
    SUB_ACCOUNT_KEYS.filter((subAccount) => those(moves[subAccount]))
      .map((subAccount) => `‘${SUB_ACCOUNT_LABELS[subAccount]}’`)
      .join(' and ')
  return (
    `from ${formatSubAccounts((cents) => cents < 0n)} to ` +
    `${formatSubAccounts((cents) => cents > 0n)}`
  )
}

/**
 * Throws unless opening balance and lines add up to the closing balance in every sub-account, so
 * that a wrong statement is never shown.
 */
export function assertAddsUp(
  opening: SubAccountBalances,
  lines: readonly { moves: SubAccountBalances }[],
  closing: SubAccountBalances,
): void {
  const reached = lines.reduce((sum, { moves }) => addBalances(sum, moves), opening)
  for (const subAccount of SUB_ACCOUNT_KEYS)
    invariant(
      reached[subAccount] === closing[subAccount],
      `a statement adds up: ${subAccount} comes to ${reached[subAccount]}, the ledger says ` +
        `${closing[subAccount]}`,
    )
}
