import { afterAll, beforeEach, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose as proposeContent } from '#modules/approvals/steps/propose.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { proposeRules } from '../commands/propose-rules.ts'
import { RULES_PERMISSION, type RuleSet, toRulesContent } from '../model.ts'
import { hashShown, loadEligibility } from '../queries.ts'
import type { EligibilityTables } from '../tables.ts'
import {
  acknowledgeTestWarning,
  confirmSampleRules,
  getSampleRules,
  publishTestRules,
} from '../testing.ts'
import { publishRules } from './publish-rules.ts'

const UK = getSampleRules('united-kingdom')
const SHIPPED = getSampleRules('default')

let testApp: TestApp
let owner: Admin
let second: Admin
beforeEach(async () => {
  await testApp?.close()
  testApp = await createTestApp()
  owner = (await createTestAdmin(testApp.app)).admin
  second = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const today = () => testApp.app.clock.today()
const publish = (rules: RuleSet) => publishTestRules(testApp.app, { owner, second }, rules)
const propose = (rules: RuleSet) =>
  proposeRules(testApp.app, owner, { rules: JSON.stringify(rules), effectiveFrom: today() })

/** Proposes rules without comparing them with anything. */
function proposeUnchecked(rules: RuleSet): Promise<Proposal> {
  const text = JSON.stringify(rules)
  return runInTransaction(testApp.app.db, (tx) =>
    proposeContent(tx, testApp.app, owner, {
      permission: RULES_PERMISSION,
      subjectId: rules.key,
      content: toRulesContent(rules, {
        text,
        sha256: hashShown(text),
        effectiveFrom: today(),
      }),
    }),
  )
}

const approve = (proposal: Proposal) =>
  runInTransaction(testApp.app.db, async (tx) => {
    const { contentHash } = proposal
    const approved = await decide(tx, testApp.app, second, proposal, { approve: true, contentHash })
    await publishRules(testApp.app, tx, second, approved)
  })

/** Publishes approved rules as a server would that compares nothing. */
async function insertUnchecked(rules: RuleSet): Promise<void> {
  const proposal = await proposeUnchecked(rules)
  const { contentHash, content } = proposal
  await runInTransaction(testApp.app.db, async (tx) => {
    await decide(tx, testApp.app, second, proposal, { approve: true, contentHash })
    await tx
      .withTables<EligibilityTables>()
      .insertInto('rule_set')
      .values({
        id: createId('rus'),
        key: rules.key,
        version: rules.version,
        name: rules.name,
        content: String(content.rules),
        content_sha256: String(content.rulesSha256),
        countries: [...rules.countries],
        sample: rules.sample,
        effective_from: today(),
        approval_id: proposal.id,
        published_by: owner.id,
        published_at: testApp.app.clock.now(),
      })
      .execute()
  })
}

const mapFirst = <Item>(items: readonly Item[], change: (item: Item) => Item): Item[] =>
  items.map((item, index) => (index === 0 ? change(item) : item))

const withText = (rules: RuleSet, name: 'riskWarning' | 'personalWarning' | 'terms') => ({
  ...rules,
  texts: { ...rules.texts, [name]: { ...rules.texts[name], text: 'Other words.' } },
})
const withQuestionnaire = (change: (form: NonNullable<RuleSet['questionnaire']>) => object) => ({
  ...UK,
  questionnaire: UK.questionnaire && { ...UK.questionnaire, ...change(UK.questionnaire) },
})

const next = { version: 2 }
const REWORDED: [string, RuleSet, string][] = [
  ['a risk warning', withText(UK, 'riskWarning'), 'texts.riskWarning'],
  ['a personal warning', withText(UK, 'personalWarning'), 'texts.personalWarning'],
  ['terms', withText(UK, 'terms'), 'texts.terms'],
  [
    'a statement of a declaration',
    {
      ...UK,
      categories: mapFirst(UK.categories, (category) => ({
        ...category,
        statements: category.statements.slice(1),
      })),
    },
    'categories.0',
  ],
  [
    'a question',
    withQuestionnaire(({ questions }) => ({
      questions: mapFirst(questions, (question) => ({ ...question, text: 'Other words?' })),
    })),
    'questionnaire',
  ],
  [
    'a right answer',
    withQuestionnaire(({ questions }) => ({
      questions: mapFirst(questions, (question) => ({ ...question, right: 'a' })),
    })),
    'questionnaire',
  ],
]

test.each(REWORDED)(
  'the server and the database refuse other words of %s under the same version',
  async (_, rules, path) => {
    await publish(UK)

    await expect(propose({ ...rules, ...next })).rejects.toMatchObject({
      code: 'text_version',
      status: 422,
      field: 'rules',
      message: expect.stringContaining(`${path}.version`),
    })
    await expect(insertUnchecked({ ...rules, ...next })).rejects.toThrow(
      `other words need another version: ${path}`,
    )
  },
)

test('other words are refused in rules of another key, country or warning', async () => {
  await publish(UK)
  const elsewhere = { ...withText(UK, 'riskWarning'), key: 'elsewhere', countries: ['IE'] }
  const swapped: RuleSet = {
    ...UK,
    ...next,
    texts: { ...UK.texts, personalWarning: { ...UK.texts.riskWarning, text: 'Other words.' } },
  }

  for (const rules of [elsewhere, swapped]) {
    await expect(propose(rules)).rejects.toMatchObject({ code: 'text_version' })
    await expect(insertUnchecked(rules)).rejects.toThrow(/other words need another version/)
  }
})

test('a member who confirmed the shipped warning confirms other words again', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await acknowledgeTestWarning(app, member, SHIPPED)
  const own = { ...withText(SHIPPED, 'riskWarning'), ...next, sandbox: 'as_written' as const }

  await expect(propose(own)).rejects.toMatchObject({ code: 'text_version' })
  await expect(insertUnchecked(own)).rejects.toThrow(/texts.riskWarning/)

  const riskWarning = { ...own.texts.riskWarning, version: '2' }
  await publish({ ...own, key: 'own', texts: { ...own.texts, riskWarning } })
  const { facts } = await loadEligibility(app.db, app, member.id)
  expect(facts.warnings).toEqual(['risk-default/1'])
})

test('a sample’s version stands for its words until others are published under it', async () => {
  const own = { ...withText(UK, 'riskWarning'), ...next }
  await expect(propose(own)).rejects.toMatchObject({ code: 'text_version' })

  await insertUnchecked(own)
  await publish({ ...own, version: 3 })
})

test('other parts may change under one version, and other words under another', async () => {
  await publish(UK)
  const longer = {
    ...UK,
    categories: mapFirst(UK.categories, (category) => ({ ...category, validMonths: 6 })),
    questionnaire: UK.questionnaire && { ...UK.questionnaire, minRight: 8, retakeWaitHours: 48 },
  }
  await publish({ ...longer, version: 2 })

  const reworded = withText(longer, 'riskWarning')
  const riskWarning = { ...reworded.texts.riskWarning, version: '2' }
  await publish({ ...reworded, version: 3, texts: { ...reworded.texts, riskWarning } })
})

test('of two proposals with other words under one version, the first is published', async () => {
  const fresh = (key: string, text: string): RuleSet => ({
    ...UK,
    key,
    texts: { ...UK.texts, riskWarning: { id: 'risk-own', version: '1', text } },
  })
  const [one, other] = [await propose(fresh('one', 'Words.')), await propose(fresh('two', 'More.'))]
  await approve(one)

  await expect(approve(other)).rejects.toMatchObject({ code: 'text_version' })
})

test('two wordings of an earlier version stop neither upgrade nor a new version', async () => {
  await publish(UK)
  const { owner: client } = testApp.database
  await client.query('alter table rule_set disable trigger check_rule_set')
  await insertUnchecked({ ...withText(UK, 'riskWarning'), ...next })
  await client.query('alter table rule_set enable trigger check_rule_set')

  const third = { ...withText(UK, 'riskWarning'), version: 3 }
  await expect(propose(third)).rejects.toMatchObject({ code: 'text_version' })
  const riskWarning = { ...third.texts.riskWarning, version: '2' }
  await publish({ ...third, texts: { ...third.texts, riskWarning } })
})

test('members confirm only the warning of the shipped rules, as the database has it', async () => {
  const find = async (rules: RuleSet) => {
    const { rows } = await testApp.database.owner.query<{ path: string | null }>(
      'select find_reworded_text($1::jsonb) as path',
      [JSON.stringify(rules)],
    )
    return rows[0]?.path
  }

  expect(await find(SHIPPED)).toBeNull()
  expect(await find(withText(SHIPPED, 'riskWarning'))).toBe('texts.riskWarning')
  expect([...SHIPPED.categories, SHIPPED.questionnaire, SHIPPED.texts.personalWarning]).toEqual([
    null,
    null,
  ])
})

const OWN = confirmSampleRules(UK, 2)

test.each<[string, RuleSet, string]>([
  ['the note', { ...OWN, note: UK.note }, 'note'],
  ['terms', { ...OWN, texts: { ...OWN.texts, terms: UK.texts.terms } }, 'texts.terms.text'],
  [
    'a declaration',
    {
      ...OWN,
      categories: mapFirst(UK.categories, (category) => ({
        ...category,
        version: '2',
        statements: mapFirst(category.statements, (one) => ({ ...one, text: 'SAMPLE: I agree.' })),
      })),
    },
    'categories.0.statements.0.text',
  ],
])(
  'the server and the database refuse a sample as confirmed by the operator: %s',
  async (_, rules, path) => {
    await expect(propose(rules)).rejects.toMatchObject({
      code: 'invalid_rules',
      status: 422,
      message: `${path}: still says “Sample”: replace it, or set sample to true`,
    })
    await expect(insertUnchecked(rules)).rejects.toThrow(/still have a sample text/)
  },
)

test('words that a sample shares with the law can be confirmed as they are', async () => {
  const riskWarning = { ...UK.texts.riskWarning, version: '2', text: 'We audit a sample of plans.' }

  await publish({ ...OWN, texts: { ...OWN.texts, riskWarning } })
})
