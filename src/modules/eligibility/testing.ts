import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import type { Admin, Member, Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { SAMPLE_RULES } from './adapters/sample-rules.ts'
import { acknowledgeWarning } from './commands/acknowledge-warning.ts'
import { beginCoolingOff } from './commands/begin-cooling-off.ts'
import { declareCategory } from './commands/declare-category.ts'
import { proposeRules } from './commands/propose-rules.ts'
import { submitAnswers } from './commands/submit-answers.ts'
import {
  type Category,
  getRequiredWarning,
  LEVELS,
  type Level,
  type MemberFacts,
  type RuleSet,
} from './model.ts'
import { hashShown } from './queries.ts'
import { publishRules } from './steps/publish-rules.ts'

/** A member who has done all that the British sample asks for, on 20 November 2026 at noon. */
export const COMPLETE_FACTS: MemberFacts = {
  level: 'full',
  category: { id: 'restricted', version: '1', expiresOn: '2027-01-01' },
  lapsedCategory: null,
  questionnaire: { passedUntil: '2027-01-01', retakeAt: null },
  warnings: ['personal-uk/1'],
  coolingOffSince: new Date('2026-11-19T12:00:00Z'),
  hasInvested: false,
  movements: [],
}

/** Returns a rule set that the software ships. */
export function getSampleRules(key: string): RuleSet {
  const found = SAMPLE_RULES.find((rules) => rules.key === key)
  invariant(found, `${key} is a sample`)
  return found
}

/** Returns a version of a sample that an operator has confirmed, with terms of their own. */
export const confirmSampleRules = (rules: RuleSet, version: number): RuleSet => ({
  ...rules,
  version,
  sample: false,
  note: 'Confirmed by the operator.',
  texts: {
    ...rules.texts,
    terms: { ...rules.texts.terms, version: '2', text: 'You deal with your own money.' },
  },
})

/** Puts rules into force today, as two admins would. */
export async function publishTestRules(
  app: App,
  { owner, second }: { owner: Staff; second: Admin },
  rules: RuleSet,
): Promise<void> {
  const proposal = await proposeRules(app, owner, {
    rules: JSON.stringify(rules),
    effectiveFrom: app.clock.today(),
  })
  await runInTransaction(app.db, async (tx) => {
    const { contentHash } = proposal
    const approved = await decide(tx, app, second, proposal, { approve: true, contentHash })
    await publishRules(app, tx, second, approved)
  })
}

/** Returns a declaration that is complete. */
export const buildTestDeclaration = ({ statements }: Category) =>
  Object.fromEntries(
    statements.map(({ id, kind }) => [
      id,
      kind === 'tick' ? 'ticked' : kind === 'text' ? 'A firm' : '50000',
    ]),
  )

/** Returns answers of which `wrong` are wrong. */
export function buildTestAnswers({ questionnaire }: RuleSet, wrong = 0): Record<string, string> {
  const questions = questionnaire?.questions ?? []
  return Object.fromEntries(
    questions.map(({ id, right, options }, index) => [
      id,
      index < wrong ? (options.find((option) => option.id !== right)?.id ?? '') : right,
    ]),
  )
}

/** Acknowledges the warning of the rules for a member. */
export async function acknowledgeTestWarning(app: App, member: Member, rules: RuleSet) {
  const { id: textId, version, text } = getRequiredWarning(rules)
  const sha256 = hashShown(text)
  await acknowledgeWarning(app, member, {
    textId,
    version,
    sha256,
    confirmed: true,
    sessionId: 'ses_test',
  })
}

/** Declares a category for a member; none where the rules don't have it. */
export async function declareTestCategory(
  app: App,
  member: Member,
  rules: RuleSet,
  categoryId: string,
): Promise<void> {
  const category = rules.categories.find(({ id }) => id === categoryId)
  if (category)
    await declareCategory(app, member, {
      category: categoryId,
      statements: buildTestDeclaration(category),
      sessionId: 'ses_test',
    })
}

/** Takes every step of the rules for a member but the verification; the cooling-off begins now. */
export async function takeTestSteps(
  app: App,
  member: Member,
  rules: RuleSet,
  categoryId = rules.categories[0]?.id ?? '',
): Promise<void> {
  const sessionId = 'ses_test'
  await acknowledgeTestWarning(app, member, rules)
  await declareTestCategory(app, member, rules, categoryId)
  if (rules.questionnaire)
    await submitAnswers(app, member, { answers: buildTestAnswers(rules), sessionId })
  if (rules.coolingOffHours > 0) await beginCoolingOff(app, member, { sessionId })
}

/** The level that members of a test are verified at, where `verified_level` reads it. */
export async function setTestLevel(app: App, member: Member, level: Level): Promise<void> {
  await sql`insert into test_level values (${member.id}, ${LEVELS.indexOf(level)})
    on conflict (member_id) do update set level = excluded.level`.execute(app.db)
}
