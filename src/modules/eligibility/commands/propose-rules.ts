import { formatDay, isDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { ruleSet } from '../contract.ts'
import {
  assertTextVersion,
  assertWithdrawalPeriod,
  computeEarliestDay,
  computeEarliestStricterDay,
  createNotNewerError,
  RULES_PERMISSION,
  type RuleSet,
  toRulesContent,
} from '../model.ts'
import { findNewestRules, findRewordedText, findStricterCountries, hashShown } from '../queries.ts'

export type ProposeRules = {
  /** The rule set as JSON. */
  rules: string
  /** The first day it applies. */
  effectiveFrom: string
}

const MAX_PROBLEMS = 20

/**
 * Proposes a version of eligibility rules; another admin decides. Throws `invalid_rules` (422) with
 * every field that is wrong, `text_version` (422) where a text has other words under the same
 * version, `rules_not_newer` and `already_proposed` (409), `effective_too_early` and
 * `withdrawal_period` (422), `role_missing` (403).
 */
export async function proposeRules(
  app: App,
  admin: Staff,
  { rules: text, effectiveFrom }: ProposeRules,
): Promise<Proposal> {
  assertPermitted(admin, RULES_PERMISSION)

  const rules = parseRules(text)
  assertDay(app, effectiveFrom)

  const content = JSON.stringify(rules)
  const sha256 = hashShown(content)
  const proposal = await runInTransaction(app.db, async (tx) => {
    const newest = await findNewestRules(tx, rules.key)
    if (newest && newest.rules.version >= rules.version) throw createNotNewerError(newest.rules)
    if (await findOpenProposal(tx, RULES_PERMISSION, rules.key, app.clock.now()))
      throw createAlreadyProposedError()
    assertTextVersion(await findRewordedText(tx, content))

    const earliestStricter = computeEarliestStricterDay(app.clock.today(), app.config.MODE)
    assertWithdrawalPeriod(
      await findStricterCountries(tx, { rules, effectiveFrom }, earliestStricter),
      earliestStricter,
    )

    return await propose(tx, app, admin, {
      permission: RULES_PERMISSION,
      subjectId: rules.key,
      content: toRulesContent(rules, { text: content, sha256, effectiveFrom }),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}

/** Parses a rule set. Throws `invalid_rules` (422) with the path of each field that is wrong. */
export function parseRules(text: string): RuleSet {
  const read = ruleSet.safeParse(parseJson(text))
  if (read.success) return read.data

  const problems = read.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join('.') || 'The rules'}: ${message}`)
  throw createInvalidRulesError(problems.join('\n'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw createInvalidRulesError(`This isn’t JSON: ${(error as Error).message}`)
  }
}

const createInvalidRulesError = (message: string) =>
  new DomainError('invalid_rules', 422, message, 'rules')

const createAlreadyProposedError = () =>
  new DomainError(
    'already_proposed',
    409,
    'A version of these rules is already waiting for a second admin.',
    'rules',
  )

function assertDay({ clock, config }: App, effectiveFrom: string): void {
  const earliest = computeEarliestDay(clock.today(), config.MODE)
  if (isDay(effectiveFrom) && effectiveFrom >= earliest) return

  throw new DomainError(
    'effective_too_early',
    422,
    `Rules apply from ${formatDay(earliest)} at the earliest.`,
    'effectiveFrom',
  )
}
