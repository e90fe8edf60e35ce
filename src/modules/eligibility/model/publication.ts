import { listCountryOptions } from '#lib/countries.ts'
import { addDays, type Day, formatDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Permission } from '#modules/approvals/model.ts'
import type { RuleSet } from './rules.ts'
import type { ScheduledRules, StricterCountry } from './schedule.ts'

/** Rules decide who may move money: two admins publish them. */
export const RULES_PERMISSION = 'rules.publish' satisfies Permission

/** A version of rules that two admins published. */
export type PublishedRules = ScheduledRules & {
  id: string
  sha256: string
  /** The id of the proposal that another admin approved. */
  approvalId: string
  publishedBy: string
  publishedAt: Date
}

/** In live, members and staff have a whole day between the approval and its effect. */
const LIVE_WAIT_DAYS = 2
/** In live, rules that require more of a withdrawal apply this long after their approval. */
const LIVE_WITHDRAWAL_DAYS = 30

/** Returns the first day on which rules that are published today can apply. */
export const computeEarliestDay = (today: Day, mode: 'sandbox' | 'live'): Day =>
  mode === 'live' ? addDays(today, LIVE_WAIT_DAYS) : today

/**
 * Returns the first day on which stricter rules for withdrawals that are published today can apply.
 */
export const computeEarliestStricterDay = (today: Day, mode: 'sandbox' | 'live'): Day =>
  mode === 'live' ? addDays(today, LIVE_WITHDRAWAL_DAYS) : today

const MAX_NAMED_COUNTRIES = 5

const countryNames = new Map(listCountryOptions().map(({ value, label }) => [value, label]))

const formatCountry = ({ country }: Pick<StricterCountry, 'country'>): string =>
  countryNames.get(country) ?? 'every country without rules of its own'

/**
 * Throws `withdrawal_period` (422) if a withdrawal requires more somewhere before the notice ends.
 */
export function assertWithdrawalPeriod(
  stricter: readonly StricterCountry[],
  earliestStricter: Day,
): void {
  const [first] = stricter
  if (!first) return

  const named = stricter.slice(0, MAX_NAMED_COUNTRIES).map(formatCountry)
  const more = stricter.length > named.length ? ` and ${stricter.length - named.length} more` : ''
  throw new DomainError(
    'withdrawal_period',
    422,
    `These rules require more of a withdrawal in ${named.join(', ')}${more}: ` +
      `${first.added.join(', ')}. They can apply from ${formatDay(earliestStricter)} ` +
      'at the earliest. Choose that day or a later one. Members are emailed when a second admin ' +
      'approves, and then have 30 days.',
    'effectiveFrom',
  )
}

/** The changes of rules that are published today; `named` are the countries that rules name. */
export type PublicationEffect = {
  /** The first day they apply. */
  from: Day
  /** True if that is later because a withdrawal requires more. */
  isMoved: boolean
  stricter: readonly StricterCountry[]
  named: ReadonlySet<string>
}

/**
 * Returns in sentences from when proposed rules apply, and in which countries they are stricter.
 */
export function describePublication(
  { from, isMoved, stricter }: PublicationEffect,
  proposedFrom: Day,
): string[] {
  const proposed = from > proposedFrom ? `, not from ${formatDay(proposedFrom)} as proposed` : ''
  const why = isMoved
    ? `: rules that require more of a withdrawal apply ${LIVE_WITHDRAWAL_DAYS} days after the ` +
      'approval at the earliest'
    : ''

  return [
    `If approved today, these rules apply from ${formatDay(from)}${proposed}${why}.`,
    ...describeStricter(stricter),
  ]
}

const conjunction = new Intl.ListFormat('en-GB')

/** Countries that require the same from the same day share a sentence. */
function describeStricter(stricter: readonly StricterCountry[]): string[] {
  if (stricter.length === 0) return ['No country requires more of a withdrawal than before.']

  const groups = Map.groupBy(stricter, ({ from, added }) => JSON.stringify([from, added]))
  return [...groups.values()].flatMap((countries) => {
    const [first] = countries
    if (!first) return []

    return (
      `From ${formatDay(first.from)} a withdrawal requires more in ` +
      `${conjunction.format(countries.map(formatCountry))}: ${first.added.join(', ')}. ` +
      'Members there are emailed on approval.'
    )
  })
}

/** Returns `rules_not_newer` (409): the published version of these rules is as new. */
export const createNotNewerError = ({ version }: RuleSet): DomainError =>
  new DomainError(
    'rules_not_newer',
    409,
    `Version ${version} of these rules is published. Give yours a higher version.`,
    'rules',
  )

/** Throws `text_version` (422) for the text at a path, whose version stands for other words. */
export function assertTextVersion(path: string | null): void {
  if (path === null) return

  throw new DomainError(
    'text_version',
    422,
    `${path}.version: this version was used for other words. Give the changed words another ` +
      'version, so that members who confirmed or answered the former ones are asked again.',
    'rules',
  )
}

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
