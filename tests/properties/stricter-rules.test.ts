import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkEligibility,
  judgeAnswers,
  listStricterSteps,
  parseDeclaration,
  type RuleSet,
} from '#modules/eligibility/model.ts'
import { buildTestDeclaration, getSampleRules } from '#modules/eligibility/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { memberDoings, NOW, rulesPair, TODAY } from '../support/random-rules.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const findKinds = (before: RuleSet, after: RuleSet): string[] => [
  ...new Set(listStricterSteps(before, after).map(({ kind }) => kind as string)),
]

/** Returns what the database finds for each pair; null are the shipped rules. */
async function findInDatabase(pairs: readonly (readonly (RuleSet | null)[])[]) {
  const { rows } = await testApp.database.owner.query<{ steps: string[] }>(
    `select list_stricter_steps(nullif(p -> 0, 'null'), nullif(p -> 1, 'null')) as steps
     from jsonb_array_elements($1::jsonb) with ordinality as pairs (p, n) order by n`,
    [JSON.stringify(pairs)],
  )
  return rows.map(({ steps }) => steps.sort())
}

const UK = getSampleRules('united-kingdom')
const SHIPPED = getSampleRules('default')

type Withdraw = RuleSet['operations']['withdraw']
const withdraw = (rule: Partial<Withdraw>, more: Partial<RuleSet> = {}): RuleSet => ({
  ...UK,
  ...more,
  operations: { ...UK.operations, withdraw: { allowed: true, levels: [], needs: [], ...rule } },
})
const step = (
  level: 'none' | 'basic' | 'full',
  fromCents = '0',
  counted: 'single' | 'total' = 'single',
) => ({ level, fromCents, counted }) as const
const limits = (
  ...all: [cents: string, days: number, level?: 'basic' | 'full' | undefined, category?: string][]
) =>
  withdraw(
    {},
    {
      limits: all.map(([cents, days, level, category]) => ({
        operation: 'withdraw' as const,
        cents,
        days,
        ...(level && { level }),
        ...(category && { category }),
      })),
    },
  )
const categoryLimit = (version: string): RuleSet => ({
  ...limits(['1000', 7, undefined, 'restricted']),
  categories: UK.categories.map((one) => ({ ...one, version })),
})

const withQuestions = (form: Partial<NonNullable<RuleSet['questionnaire']>>) => {
  if (!UK.questionnaire) throw new Error('the sample has questions')
  return withdraw({ needs: ['questionnaire'] }, { questionnaire: { ...UK.questionnaire, ...form } })
}
const questions = UK.questionnaire?.questions ?? []
const minRight = UK.questionnaire?.minRight ?? 0

const declared = (change: (categories: RuleSet['categories']) => RuleSet['categories']) =>
  withdraw({ needs: ['category'] }, { categories: change(UK.categories) })
const each = (change: Partial<RuleSet['categories'][number]>) =>
  declared((all) => all.map((one) => ({ ...one, ...change })))

const warned = (text: Partial<RuleSet['texts']['riskWarning']>) =>
  withdraw(
    { needs: ['warning'] },
    { texts: { ...UK.texts, personalWarning: { ...UK.texts.riskWarning, ...text } } },
  )
const cooled = (coolingOffHours: number, key = 'one') =>
  withdraw({ needs: ['cooling_off'] }, { coolingOffHours, key })
const proven = (identity: string[], address: string[], level: 'none' | 'basic' | 'full' = 'full') =>
  withdraw({ levels: [step(level)] }, { documents: { identity, address } })
/** No level is required, and members of a higher one may withdraw more. */
const rising = (address: string[], operation: 'withdraw' | 'deposit' = 'withdraw') =>
  withdraw(
    {},
    {
      documents: { identity: ['passport'], address },
      limits: [
        { operation, cents: '10000', days: 30, level: 'none' },
        { operation, cents: '1000000', days: 30, level: 'full' },
      ],
    },
  )

const CASES: [name: string, before: RuleSet, after: RuleSet, stricter: string[]][] = [
  ['a raised limit', limits(['1000', 7]), limits(['2000', 7]), []],
  ['a lowered limit', limits(['2000', 7]), limits(['1000', 7]), ['limit']],
  ['a limit of fewer days', limits(['1000', 7]), limits(['1000', 1]), []],
  ['a limit of more days', limits(['1000', 7]), limits(['1000', 30]), ['limit']],
  ['a higher limit of more days', limits(['1000', 7]), limits(['2000', 30]), ['limit']],
  ['a removed limit', limits(['1000', 7]), limits(), []],
  ['a new limit', limits(), limits(['1000', 7]), ['limit']],
  ['another limit that is higher', limits(['1000', 7]), limits(['1000', 7], ['2000', 7]), []],
  ['a limit of all for one level', limits(['1000', 7]), limits(['1000', 7, 'full']), []],
  ['a limit of one level for all', limits(['1000', 7, 'full']), limits(['1000', 7]), ['limit']],
  [
    'a limit of another level',
    limits(['1000', 7, 'basic']),
    limits(['1000', 7, 'full']),
    ['limit'],
  ],
  [
    'a limit of one category for all',
    limits(['1000', 7, undefined, 'restricted']),
    limits(['1000', 7]),
    ['limit'],
  ],
  [
    'a limit of all for one category',
    limits(['1000', 7]),
    limits(['1000', 7, undefined, 'restricted']),
    [],
  ],
  [
    'a limit of one category whose declaration has a new version',
    categoryLimit('1'),
    categoryLimit('2'),
    ['limit'],
  ],
  ['a limit of one category in the same version', categoryLimit('2'), categoryLimit('2'), []],
  [
    'a limit of all for one category in a new version',
    { ...categoryLimit('1'), limits: limits(['1000', 7]).limits },
    categoryLimit('2'),
    [],
  ],
  [
    'a limit on deposits',
    limits(),
    withdraw({}, { limits: [{ operation: 'deposit', cents: '1', days: 1 }] }),
    [],
  ],
  [
    'a lower level',
    withdraw({ levels: [step('full')] }),
    withdraw({ levels: [step('basic')] }),
    [],
  ],
  [
    'a higher level',
    withdraw({ levels: [step('basic')] }),
    withdraw({ levels: [step('full')] }),
    ['level'],
  ],
  ['a removed level', withdraw({ levels: [step('full')] }), withdraw({}), []],
  ['no level by name', withdraw({}), withdraw({ levels: [step('none')] }), []],
  [
    'a level from a higher sum',
    withdraw({ levels: [step('full', '1000')] }),
    withdraw({ levels: [step('full', '2000')] }),
    [],
  ],
  [
    'a level from a lower sum',
    withdraw({ levels: [step('full', '2000')] }),
    withdraw({ levels: [step('full', '1000')] }),
    ['level'],
  ],
  [
    'a level of the total instead of the single amount',
    withdraw({ levels: [step('full', '1000')] }),
    withdraw({ levels: [step('full', '1000', 'total')] }),
    ['level'],
  ],
  [
    'a level of the single amount instead of the total',
    withdraw({ levels: [step('full', '1000', 'total')] }),
    withdraw({ levels: [step('full', '1000')] }),
    [],
  ],
  [
    'a level of every amount, counted otherwise',
    withdraw({ levels: [step('full')] }),
    withdraw({ levels: [step('full', '0', 'total')] }),
    [],
  ],
  [
    'another right answer',
    withQuestions({}),
    withQuestions({
      questions: questions.map((one) => ({
        ...one,
        right: one.options.find(({ id }) => id !== one.right)?.id ?? '',
      })),
    }),
    ['questionnaire'],
  ],
  [
    'questions in another order',
    withQuestions({}),
    withQuestions({ questions: questions.toReversed() }),
    [],
  ],
  [
    'a removed question',
    withQuestions({}),
    withQuestions({ questions: questions.slice(1), minRight: minRight - 1 }),
    [],
  ],
  [
    'a removed question, and as many right answers as before',
    withQuestions({}),
    withQuestions({ questions: questions.slice(1), minRight }),
    ['questionnaire'],
  ],
  [
    'an added question',
    withQuestions({ questions: questions.slice(1), minRight: 1 }),
    withQuestions({ minRight: 1 }),
    ['questionnaire'],
  ],
  [
    'questions in a new version',
    withQuestions({}),
    withQuestions({ version: '9' }),
    ['questionnaire'],
  ],
  ['fewer right answers', withQuestions({}), withQuestions({ minRight: minRight - 1 }), []],
  [
    'more right answers',
    withQuestions({ minRight: minRight - 1 }),
    withQuestions({}),
    ['questionnaire'],
  ],
  [
    'a longer wait after a failed attempt',
    withQuestions({ retakeWaitHours: 24 }),
    withQuestions({ retakeWaitHours: 48 }),
    ['questionnaire'],
  ],
  [
    'a shorter wait after a failed attempt',
    withQuestions({ retakeWaitHours: 48 }),
    withQuestions({ retakeWaitHours: 24 }),
    [],
  ],
  [
    'answers that count for less time',
    withQuestions({ validMonths: 12 }),
    withQuestions({ validMonths: 6 }),
    ['questionnaire'],
  ],
  [
    'answers that count for longer',
    withQuestions({ validMonths: 6 }),
    withQuestions({ validMonths: 12 }),
    [],
  ],
  ['no questions any more', withQuestions({}), withdraw({}), []],
  [
    'a removed statement',
    each({}),
    each({ statements: UK.categories[0]?.statements.slice(0, 1) ?? [] }),
    ['category'],
  ],
  [
    'the last statement removed',
    each({}),
    declared((all) => all.map((one) => ({ ...one, statements: one.statements.slice(0, -1) }))),
    [],
  ],
  [
    'a statement more',
    declared((all) => all.map((one) => ({ ...one, statements: one.statements.slice(0, -1) }))),
    each({}),
    ['category'],
  ],
  ['a declaration in a new version', each({}), each({ version: '9' }), ['category']],
  ['another description', each({}), each({ description: 'Something else.' }), ['category']],
  ['a declaration that counts for longer', each({ validMonths: 6 }), each({ validMonths: 12 }), []],
  [
    'a declaration that counts for less time',
    each({ validMonths: 12 }),
    each({ validMonths: 6 }),
    ['category'],
  ],
  ['one category more to choose from', declared((all) => all.slice(1)), each({}), []],
  ['one category less', each({}), declared((all) => all.slice(1)), ['category']],
  ['another warning', warned({}), warned({ version: '9' }), ['warning']],
  ['another wording of a warning', warned({}), warned({ text: 'Careful.' }), ['warning']],
  ['a warning more', withdraw({}), warned({}), ['warning']],
  ['a warning less', warned({}), withdraw({}), []],
  ['a shorter wait', cooled(48), cooled(24), []],
  ['a longer wait', cooled(24), cooled(48), ['cooling_off']],
  ['a wait of other rules, to begin again', cooled(24), cooled(24, 'two'), ['cooling_off']],
  [
    'one kind of document less',
    proven(['passport', 'identity_card'], ['tax_letter']),
    proven(['passport'], ['tax_letter']),
    ['documents'],
  ],
  [
    'one kind of document more',
    proven(['passport'], ['tax_letter']),
    proven(['passport', 'identity_card'], ['tax_letter']),
    [],
  ],
  [
    'another proof of address',
    proven(['passport'], ['tax_letter']),
    proven(['passport'], ['bank_statement']),
    ['documents'],
  ],
  [
    'another proof of address where the level needs none',
    proven(['passport'], ['tax_letter'], 'basic'),
    proven(['passport'], ['bank_statement'], 'basic'),
    [],
  ],
  [
    'one proof of address less where the limits depend on the level',
    rising(['bank_statement', 'tax_letter']),
    rising(['bank_statement']),
    ['documents'],
  ],
  [
    'one proof of address more where the limits depend on the level',
    rising(['bank_statement']),
    rising(['bank_statement', 'tax_letter']),
    [],
  ],
  [
    'one proof of address less where limits on deposits alone depend on the level',
    rising(['bank_statement', 'tax_letter'], 'deposit'),
    rising(['bank_statement'], 'deposit'),
    [],
  ],
  [
    'other documents where a withdrawal needs no level',
    proven(['passport'], ['tax_letter'], 'none'),
    proven(['identity_card'], ['bank_statement'], 'none'),
    [],
  ],
  [
    'documents that name none, as the usual ones',
    proven([], []),
    proven([...SHIPPED.documents.identity], [...SHIPPED.documents.address]),
    [],
  ],
  ['the end of withdrawals', withdraw({}), withdraw({ allowed: false }), ['not_offered']],
  ['withdrawals again', withdraw({ allowed: false }), cooled(24), []],
]

test.each(CASES)(
  'the server and the database compare %s by its meaning',
  async (_, before, after, stricter) => {
    expect(findKinds(before, after)).toEqual(stricter)
    expect(await findInDatabase([[before, after]])).toEqual([stricter])
  },
)

test('of two random versions of rules, the server and the database find the same stricter', async () => {
  let stricter = 0
  await fc.assert(
    fc.asyncProperty(fc.array(rulesPair, { minLength: 60, maxLength: 80 }), async (pairs) => {
      const found = pairs.map(([before, after]) => findKinds(before, after).sort())
      stricter += found.filter((kinds) => kinds.length > 0).length / found.length
      expect(await findInDatabase(pairs)).toEqual(found)
    }),
    { numRuns: 40 },
  )
  expect(stricter / 40, 'both answers are tried').toBeGreaterThan(0.2)
  expect(stricter / 40, 'both answers are tried').toBeLessThan(0.9)
})

test('the database knows the rules that the software ships', async () => {
  const pairs = fc.sample(rulesPair, 100).map(([rules]) => rules)
  expect(await findInDatabase(pairs.map((rules) => [null, rules]))).toEqual(
    pairs.map((rules) => findKinds(SHIPPED, rules).sort()),
  )
  expect(await findInDatabase(pairs.map((rules) => [rules, null]))).toEqual(
    pairs.map((rules) => findKinds(rules, SHIPPED).sort()),
  )
})

test('rules that are not stricter let every member withdraw who could under those before', () => {
  let compared = 0
  fc.assert(
    fc.property(
      rulesPair,
      memberDoings,
      fc.constantFrom(1n, 99_999n, 100_000n, 200_000n),
      fc.constantFrom(0, 0, 1),
      (pair, getFacts, amountCents, done) => {
        const [before, after] = pair
        fc.pre(findKinds(before, after).length === 0 && before.operations.withdraw.allowed)
        const check = (rules: RuleSet) =>
          checkEligibility(rules, getFacts(pair[done] ?? before, rules), 'withdraw', {
            amountCents,
            today: TODAY,
            now: NOW,
          })
        if (!check(before).allowed) return
        compared += 1
        expect(check(after).missing).toEqual([])
      },
    ),
    { numRuns: 10_000 },
  )
  expect(compared).toBeGreaterThan(100)
})

test('rules that are not stricter accept what was declared and answered under those before', () => {
  const pickers = fc.array(fc.constantFrom('a', 'b'), { minLength: 4, maxLength: 4 })
  let [declarations, answered] = [0, 0]
  fc.assert(
    fc.property(rulesPair, pickers, ([before, after], picked) => {
      const found = findKinds(before, after)
      const asks = (need: 'category' | 'questionnaire') =>
        [before, after].every(({ operations }) => operations.withdraw.needs.includes(need)) &&
        before.operations.withdraw.allowed &&
        !found.includes(need) &&
        !found.includes('not_offered')

      if (asks('category'))
        for (const old of before.categories) {
          const next = after.categories.find(({ id }) => id === old.id)
          if (!next) throw new Error('the category has gone')
          parseDeclaration(next, buildTestDeclaration(old))
          declarations += 1
        }

      const [old, next] = [before.questionnaire, after.questionnaire]
      if (!asks('questionnaire') || !old || !next) return
      const ids = ['one', 'two', 'three', 'four']
      const answers = Object.fromEntries(ids.map((id, index) => [id, picked[index] ?? 'a']))
      const judge = (form: typeof old) => judgeAnswers(form, answers, { now: NOW, today: TODAY })
      if (!judge(old).passed) return
      answered += 1
      expect(judge(next).passed).toBe(true)
      expect((judge(next).validUntil ?? '') >= (judge(old).validUntil ?? TODAY)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(declarations).toBeGreaterThan(20)
  expect(answered).toBeGreaterThan(20)
})
