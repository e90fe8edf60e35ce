import { CURRENCIES, type Currency, formatGroupedAmount, formatUsd } from '#lib/money.ts'
import { formatRate } from '#modules/market/model.ts'

/**
 * The texts of the checks in SQL that give cents. Every second group is an amount in cents, or the
 * words that stand for none.
 */
export const CENT_TEXTS: readonly RegExp[] = [
  /^()(.*?)( fell due, and )(.*?)( had accrued)$/,
  /^(owed )(.*?)(, published )(.*?)()$/,
  /^()(.*?)( of )(.*?)( was shared out, its payouts come to )(.*?)()$/,
  /^(funded with )(.*?)(, out of incomes of )(.*?)()$/,
  /^()(.*?)( of it is used, distributions took )(.*?)()$/,
  /^()(.*?)( fell due, its payouts come to )(.*?)( and )(.*?)( is owed)$/,
  /^(payout of )(.*?)(, the journal has )(.*?)()$/,
  /^(positions hold )(.*?)(, the account )(.*?)()$/,
  /^(income of )(.*?)(, the journal has )(.*?)()$/,
  /^(loss of )(.*?)(, positions bore )(.*?)(, the journal has )(.*?)()$/,
  /^(a return of )(.*?)( was paid without a payout)$/,
  /^(a reward of )(.*?)( was paid without its reward row)$/,
  /^(\w+, of )(.*?)(: held )(.*?)(, released )(.*?)(, paid out )(.*?)()$/,
  /^(\w+, credited )(.*?)(: the journal has \d+ rows of )(.*?)()$/,
]

const formatCents = (cents: string): string => {
  if (cents === '') return 'nothing'
  return /^-?\d+$/.test(cents) ? formatUsd(BigInt(cents)) : cents
}

function formatUnits(units: string, currency: string): string {
  const known = CURRENCIES.find((one) => one === currency) as Currency | undefined
  if (!known) return `${units} ${currency}`
  return known === 'USD'
    ? formatUsd(BigInt(units))
    : `${formatGroupedAmount(BigInt(units), known)} ${known}`
}

const formatPrice = (rate: string) => (rate === '' ? 'no rate' : `$${formatRate(BigInt(rate))}`)

const COIN_CREDIT = /^credited (\d+) for (\d+) (\w+) at (\d*)$/
const COIN_PAYOUT = /^pays (\d+) (\w+) for (\d+) at (\d+)$/
const RECEIVED = /^received (\d+) (\w+) by (.+)$/

/**
 * Returns the text of a problem that a check found, with its amounts in dollars or coin. The texts
 * are those of the checks in SQL, which identify a problem that two admins accept.
 */
export function describeProblemText(problem: string): string {
  for (const pattern of CENT_TEXTS) {
    const [, ...parts] = pattern.exec(problem) ?? []
    if (parts.length > 0)
      return parts.map((part, index) => (index % 2 === 1 ? formatCents(part) : part)).join('')
  }

  const [, credited, units = '', currency = '', rate = ''] = COIN_CREDIT.exec(problem) ?? []
  if (credited)
    return (
      `credited ${formatCents(credited)} for ${formatUnits(units, currency)} ` +
      `at ${formatPrice(rate)}`
    )

  const [, paid, coin = '', cents = '', price = ''] = COIN_PAYOUT.exec(problem) ?? []
  if (paid)
    return `pays ${formatUnits(paid, coin)} for ${formatCents(cents)} at ${formatPrice(price)}`

  const [, received, unit = '', rest = ''] = RECEIVED.exec(problem) ?? []
  return received ? `received ${formatUnits(received, unit)} by ${rest}` : problem
}

const SUBJECTS: Record<string, string> = {
  dep: 'Deposit',
  wdr: 'Withdrawal',
  pos: 'Position',
  dst: 'Distribution',
  inc: 'Income',
  los: 'Loss',
  rwd: 'Reward',
  prp: 'Approval',
  plv: 'Plan version',
}

/** Returns the subject of a problem with its kind: `Deposit dep_…`. */
export function describeProblemSubject(subject: string): string {
  const kind = SUBJECTS[subject.split('_')[0] ?? '']
  return kind ? `${kind} ${subject}` : subject
}

/** Returns a problem as one line: `Deposit dep_…: completed, credited $179.19: …`. */
export const describeProblem = ({
  problem,
  subject,
}: {
  problem: string
  subject: string
}): string => `${describeProblemSubject(subject)}: ${describeProblemText(problem)}`

const KEY = /^\d+: (.*) \(([^()]*)\)$/s

/** Returns the key of an accepted problem as one line; see `formatProblemKey`. */
export function describeProblemKey(key: string): string {
  const [, problem, subject = ''] = KEY.exec(key) ?? []
  return problem === undefined ? key : describeProblem({ problem, subject })
}
