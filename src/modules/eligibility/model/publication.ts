import { addDays, type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Permission } from '#modules/approvals/model.ts'
import type { RuleSet } from './rules.ts'

/** Rules decide who may move money: two admins publish them. */
export const RULES_PERMISSION = 'rules.publish' satisfies Permission

/** A version of rules that two admins published. */
export type PublishedRules = {
  id: string
  rules: RuleSet
  sha256: string
  effectiveFrom: Day
  publishedBy: string
  publishedAt: Date
}

/** In live, members and staff have a whole day between the approval and its effect. */
const LIVE_WAIT_DAYS = 2
/** In live, a change of what a withdrawal needs is dated this long after its proposal. */
const LIVE_WITHDRAWAL_DAYS = 30

/** Returns the first day on which rules that are published today can apply. */
export const computeEarliestDay = (today: Day, mode: 'sandbox' | 'live'): Day =>
  mode === 'live' ? addDays(today, LIVE_WAIT_DAYS) : today

/**
 * Throws `withdrawal_period` (422) where in live rules change what a withdrawal needs, and are dated
 * less than 30 days after their proposal. A proposal ends after 72 hours, so its approval needs no check.
 */
export function assertWithdrawalPeriod(
  previous: RuleSet,
  rules: RuleSet,
  { effectiveFrom, today, mode }: { effectiveFrom: Day; today: Day; mode: 'sandbox' | 'live' },
): void {
  const describe = ({ operations, limits }: RuleSet) =>
    JSON.stringify([
      operations.withdraw,
      limits.filter(({ operation }) => operation === 'withdraw'),
    ])
  const from = addDays(today, LIVE_WITHDRAWAL_DAYS)
  if (mode === 'sandbox' || effectiveFrom >= from || describe(previous) === describe(rules)) return

  throw new DomainError(
    'withdrawal_period',
    422,
    'These rules change what a withdrawal needs, so they can apply from ' +
      `${formatDay(from)} at the earliest. Choose that day or a later one, and inform your ` +
      'members now.',
    'effectiveFrom',
  )
}

/** Returns `rules_not_newer` (409): the published version of these rules is as new. */
export const createNotNewerError = ({ version }: RuleSet): DomainError =>
  new DomainError(
    'rules_not_newer',
    409,
    `Version ${version} of these rules is published. Give yours a higher version.`,
    'rules',
  )

/** Returns what two admins agree to: the rules to the letter, and the first day they apply. */
export const toRulesContent = (
  { name, version, countries, sample }: RuleSet,
  { text, sha256, effectiveFrom }: { text: string; sha256: string; effectiveFrom: Day },
) => ({
  ruleSet: `${name}, version ${version}`,
  ruleCountries: countries.join(' ') || 'No country',
  effectiveFrom,
  ruleStatus: sample ? 'Sample, have it checked by a lawyer' : 'Confirmed by the operator',
  rulesSha256: sha256,
  rules: text,
})

/** Reads the content of proposed rules. */
export function parseProposedRules(content: Readonly<Record<string, unknown>>) {
  const text = String(content.rules)

  return {
    text,
    rules: JSON.parse(text) as RuleSet,
    sha256: String(content.rulesSha256),
    effectiveFrom: String(content.effectiveFrom),
  }
}
