import { addDays, type Day, formatLongDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { type Cents, parseAmount } from '#lib/money.ts'
import type { AccountCode, Kind } from '#modules/ledger/model.ts'

const DAY_MS = 86_400_000
/**
 * How long a file of a member's own data can be downloaded, and how many can be asked for within 24
 * hours.
 */
export const DATA_EXPORT_LIFETIME_MS = 7 * DAY_MS
export const MAX_DATA_EXPORTS_PER_DAY = 2
/** Where the file of a dossier rests. */
export const buildDataExportKey = (id: string): string => `dossiers/${id}`
export const parseDataExportId = (key: string): string => key.slice('dossiers/'.length)
/** What has to be typed to close an account. */
export const CLOSING_PHRASE = 'CLOSE MY ACCOUNT'

type Return = {
  accrued: Cents
  maturesOn: Day
  maturedOn: Day | null
  returnDue: Cents
  returnPaid: Cents
}

/**
 * What is expected of a return: an estimate while the term runs, due once it has ended, and neither
 * once it is paid.
 */
export function sumExpectedReturns(
  positions: readonly Return[],
  today: Day,
): { accrued: Cents; due: Cents } {
  const sum = { accrued: 0n, due: 0n }
  for (const { accrued, maturesOn, maturedOn, returnDue, returnPaid } of positions) {
    if (maturedOn) sum.due += returnDue - returnPaid
    // A day may have ended and not be settled yet.
    else if (maturesOn <= today) sum.due += accrued
    else sum.accrued += accrued
  }

  return sum
}

/** What a row of the journal says to the member it belongs to. */
const WORDS: Partial<Record<Kind, string>> = {
  deposit_confirmed: 'Deposit credited',
  deposit_reversed: 'Deposit taken back',
  position_opened: 'Invested in a plan',
  principal_redeemed: 'Taken out of a plan',
  return_paid: 'Return paid',
  withdrawal_held: 'Set aside for a withdrawal',
  withdrawal_released: 'Withdrawal given back',
  withdrawal_paid: 'Withdrawal paid',
  fee_charged: 'Withdrawal fee',
  reward_paid: 'Reward paid',
  suspense_matched: 'Payment matched to you',
  adjusted: 'Adjustment',
  loss_recorded: 'Loss of a plan',
  assets_lost: 'Loss of a plan',
}

export const getTransferTypeLabel = (kind: Kind): string => WORDS[kind] ?? kind.replaceAll('_', ' ')

/** Whether an account is part of the account balance: cash and principal. */
export const isInBalance = (account: AccountCode): boolean =>
  account.endsWith(':cash') || account.endsWith(':principal')

/** The figures of the overview that open to their rows of the journal. */
export const FIGURE_NAMES = ['balance', 'deposits', 'withdrawals', 'interest', 'held'] as const
export type FigureName = (typeof FIGURE_NAMES)[number]

/** What the account balance is the sum of, in the order in which it is shown. */
export const SUM_TERMS = [
  'deposits',
  'rewards',
  'reinvested',
  'adjustments',
  'losses',
  'withdrawn',
  'held',
] as const
export type SumTerm = (typeof SUM_TERMS)[number]

type Row = { debit: AccountCode; credit: AccountCode; amount: Cents }

/**
 * By how much a row changes the member's account balance (cash and principal): nothing when it only
 * moves within.
 */
export function changeOfBalance({ debit, credit, amount }: Row, memberId: string): Cents {
  const isOwnBalanceAccount = (account: AccountCode) =>
    account.startsWith(`member:${memberId}:`) && isInBalance(account)
  return (isOwnBalanceAccount(credit) ? amount : 0n) - (isOwnBalanceAccount(debit) ? amount : 0n)
}

/** What is owed to a member, by purse as a statement shows it: both holds are one. */
export type SubAccountBalances = { cash: Cents; principal: Cents; profit: Cents; held: Cents }

export const SUB_ACCOUNT_LABELS: Record<keyof SubAccountBalances, string> = {
  cash: 'Cash',
  principal: 'In plans',
  profit: 'Returns',
  held: 'On hold',
}
export const SUB_ACCOUNT_KEYS = ['cash', 'principal', 'profit', 'held'] as const

export const ZERO_BALANCES: SubAccountBalances = { cash: 0n, principal: 0n, profit: 0n, held: 0n }

/** All that is owed: the sum of the purses. */
export const sumSubAccounts = ({ cash, principal, profit, held }: SubAccountBalances): Cents =>
  cash + principal + profit + held

const addBalances = (one: SubAccountBalances, other: SubAccountBalances): SubAccountBalances => ({
  cash: one.cash + other.cash,
  principal: one.principal + other.principal,
  profit: one.profit + other.profit,
  held: one.held + other.held,
})

/** The purse of a member's account, by its code. */
export function getSubAccountKey(account: AccountCode): keyof SubAccountBalances {
  const subAccount = account.slice(account.lastIndexOf(':') + 1)
  if (subAccount === 'cash' || subAccount === 'principal' || subAccount === 'profit')
    return subAccount
  invariant(subAccount.startsWith('hold_'), `${account} is a purse of a member`)
  return 'held'
}

/** What changes the total of a statement, in the order in which its sums are shown. */
export const HEADINGS = [
  'deposits',
  'returns',
  'losses',
  'rewards',
  'adjustments',
  'fees',
  'withdrawals',
] as const
export type Heading = (typeof HEADINGS)[number]
export type Sums = Record<Heading, Cents>

export const HEADING_NAMES: Record<Heading, string> = {
  deposits: 'Deposits',
  returns: 'Returns paid',
  losses: 'Losses',
  rewards: 'Rewards',
  adjustments: 'Adjustments',
  fees: 'Fees',
  withdrawals: 'Withdrawals',
}

/**
 * Under which sum each kind counts that can change what a member is owed; the others only move
 * within.
 */
export const HEADING_OF: Partial<Record<Kind, Heading>> = {
  deposit_confirmed: 'deposits',
  deposit_reversed: 'deposits',
  suspense_matched: 'deposits',
  return_paid: 'returns',
  loss_recorded: 'losses',
  assets_lost: 'losses',
  reward_paid: 'rewards',
  adjusted: 'adjustments',
  fee_charged: 'fees',
  withdrawal_paid: 'withdrawals',
}

/**
 * Adds changes up by heading. A kind without one that changes the total would be lost: that is a
 * bug.
 */
export function sumByHeading(changes: readonly { kind: Kind; change: Cents }[]): Sums {
  const sums = Object.fromEntries(HEADINGS.map((heading) => [heading, 0n])) as Sums
  for (const { kind, change } of changes) {
    if (change === 0n) continue
    const heading = HEADING_OF[kind]
    invariant(heading, `${kind} has a heading, since it changes what a member is owed`)
    sums[heading] += change
  }

  return sums
}

const sumHeadings = (sums: Sums): Cents =>
  HEADINGS.reduce((sum, heading) => sum + sums[heading], 0n)

/** One side of a journal row, as the ledger tells it of an account. */
export type Leg = {
  account: AccountCode
  entry: bigint
  seq: bigint
  effective: Day
  kind: Kind
  other_account: AccountCode
  change: Cents
  reference: string
  reason: string | null
}

export type StatementLine = {
  /** The numbers of its rows in the sealed books. */
  seqs: bigint[]
  day: Day
  kind: Kind
  reference: string
  reason: string | null
  /** The account of somebody else that it came from or went to; null when it only moved within. */
  outside: AccountCode | null
  /** By how much the total changed, and what each purse did. */
  change: Cents
  moves: SubAccountBalances
  /** After it. */
  subAccounts: SubAccountBalances
  balance: Cents
}

/** A line in words: what it was, and where it came from. */
export type WordedLine = StatementLine & { what: string; details: string[] }

/**
 * What happens in one go: a request redeems and holds, its release gives back and invests again.
 */
function pickTransferType({ kind, reference }: Leg): Kind {
  if (!reference.startsWith('wdr_')) return kind
  if (kind === 'principal_redeemed') return 'withdrawal_held'
  return kind === 'position_opened' ? 'withdrawal_released' : kind
}

const WITHIN = new Set<Kind>([
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
  const together = HEADING_OF[step] === 'losses' || (WITHIN.has(step) && isOwn(leg.other_account))
  return together ? `${leg.effective} ${step} ${leg.reference}` : String(leg.entry)
}

const isOwn = (account: AccountCode) => account.startsWith('member:')

/** The lines of a statement from its legs, oldest first, each with what is owed after it. */
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
    day: first.effective,
    kind: pickTransferType(first),
    reference: first.reference,
    moves,
    reason: legs.find(({ reason }) => reason)?.reason ?? null,
    outside: legs.find(({ other_account }) => !isOwn(other_account))?.other_account ?? null,
    change: sumSubAccounts(moves),
  }
}

/** How much a line moved within the purses: all that left any of them. */
export const computeMovedAmount = ({ moves }: Pick<StatementLine, 'moves'>): Cents =>
  SUB_ACCOUNT_KEYS.reduce(
    (sum, subAccount) => (moves[subAccount] > 0n ? sum + moves[subAccount] : sum),
    0n,
  )

/**
 * From where to where a line moved money within the purses: 'from cash and in plans to on hold'.
 */
export function formatMovement({ moves }: Pick<StatementLine, 'moves'>): string {
  const formatSubAccounts = (those: (cents: Cents) => boolean) =>
    SUB_ACCOUNT_KEYS.filter((subAccount) => those(moves[subAccount]))
      .map((subAccount) => `‘${SUB_ACCOUNT_LABELS[subAccount]}’`)
      .join(' and ')
  return `from ${formatSubAccounts((cents) => cents < 0n)} to ${formatSubAccounts((cents) => cents > 0n)}`
}

/**
 * Throws unless opening and lines come to closing, in every purse: a statement that doesn't add up
 * is never shown.
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
      `a statement adds up: ${subAccount} comes to ${reached[subAccount]}, the ledger says ${closing[subAccount]}`,
    )
}

const MINUTE = 60_000

/**
 * Paper takes a second of work at most, and the others a read of a whole history: so many are
 * enough for anybody.
 */
export const LIMITS = {
  pdfReports: { max: 30, windowMs: 60 * MINUTE },
  reads: { max: 120, windowMs: 10 * MINUTE },
  chainProofReads: { max: 600, windowMs: 10 * MINUTE },
} as const

/** An account's history is at most this long on one statement: a longer one comes in parts. */
export const MOST_ENTRIES = 5_000
const MOST_YEARS = 10
const FIRST_DAY: Day = '2000-01-01'

export type Period = { from: Day; to: Day }

const createPeriodError = (message: string, field: string) =>
  new DomainError('invalid_period', 400, message, field)

/** Said of a period that ends before it begins. */
export const ENDS_BEFORE = 'A statement ends on the day it begins, or later.'

/**
 * The period asked for, the running month where a side is left open; refuses what is no period, or
 * too long.
 */
export function parsePeriod(
  query: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): Period {
  const to = query.to ?? today
  const from = query.from ?? `${to.slice(0, 7)}-01`
  if (from < FIRST_DAY)
    throw createPeriodError(`A statement begins on ${formatLongDay(FIRST_DAY)} or later.`, 'from')
  if (to > today)
    throw createPeriodError(
      `${formatLongDay(to)} has not come yet: today is ${formatLongDay(today)}.`,
      'to',
    )
  if (isBackwards({ from, to })) throw createPeriodError(ENDS_BEFORE, 'to')

  const longest = `${Number(from.slice(0, 4)) + MOST_YEARS}${from.slice(4)}`
  if (to >= longest)
    throw createPeriodError(`A statement covers at most ${MOST_YEARS} years.`, 'from')

  return { from, to }
}

/** Whether a period ends before it begins: there is no statement of it. */
export const isBackwards = ({ from, to }: Period): boolean => from > to

/** The day asked for, today when none is; refuses one that hasn't come. */
export function parseBalanceDay(requestedDay: Day | undefined, today: Day): Day {
  const on = requestedDay ?? today
  if (on < FIRST_DAY || on > today)
    throw new DomainError(
      'invalid_day',
      400,
      `Please choose a day from ${formatLongDay(FIRST_DAY)} to ${formatLongDay(today)}.`,
      'on',
    )

  return on
}

/** The days of a year as far as they have come; refuses a year that has none. */
export function parseYear(year: number, today: Day): Period {
  const from = `${String(year).padStart(4, '0')}-01-01`
  if (from < FIRST_DAY || from > today)
    throw new DomainError(
      'invalid_year',
      400,
      `Please choose a year up to ${today.slice(0, 4)}.`,
      'year',
    )

  const last = `${from.slice(0, 4)}-12-31`
  return { from, to: last < today ? last : today }
}

export const createTooLongError = () =>
  new DomainError(
    'statement_too_long',
    422,
    `This period has more than ${MOST_ENTRIES} entries. Please choose a shorter one: two ` +
      'statements that follow each other say the same.',
    'from',
  )

export type MonthSums = Sums & { month: string; opening: Cents; closing: Cents }

/** Each month of a period with what changed in it; a month's closing is the next one's opening. */
export function computeMonthSums(
  { from, to }: Period,
  opening: Cents,
  changes: readonly { month: string; kind: Kind; change: Cents }[],
): MonthSums[] {
  let balance = opening
  return listMonths(from, to).map((month) => {
    const sums = sumByHeading(changes.filter((change) => change.month === month))
    const before = balance
    balance += sumHeadings(sums)
    return { month, opening: before, ...sums, closing: balance }
  })
}

function listMonths(from: Day, to: Day): string[] {
  const first = Number(from.slice(5, 7))
  const count = Number(to.slice(5, 7)) - first + 1
  return Array.from(
    { length: count },
    (_, at) => `${from.slice(0, 4)}-${String(first + at).padStart(2, '0')}`,
  )
}

/** The periods that a statement is mostly asked for. */
export const PRESETS = ['this-month', 'last-month', 'this-year', 'last-year'] as const
export type Preset = (typeof PRESETS)[number]

/** The days of a preset as they are today. */
export function computePresetPeriod(preset: Preset, today: Day): Period {
  const [month, year] = [today.slice(0, 7), Number(today.slice(0, 4))]
  if (preset === 'this-month') return { from: `${month}-01`, to: today }
  if (preset === 'this-year') return { from: `${year}-01-01`, to: today }
  if (preset === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }

  const to = addDays(`${month}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** A month as people read it: 'November 2026'. */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** Cents of a dollar text as it stands on the wire, with its sign. */
export const parseSignedCents = (text: string): Cents =>
  text.startsWith('-') ? -parseSignedCents(text.slice(1)) : (parseAmount(text, 'USD') ?? 0n)
