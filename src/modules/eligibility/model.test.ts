import { describe, expect, it } from 'vitest'
import type { Day } from '#lib/dates.ts'
import { toUsd } from '#lib/money.ts'
import { SAMPLE_RULES, SHIPPED_RULES } from './adapters/sample-rules.ts'
import { ruleSet } from './contract.ts'
import {
  addMonths,
  type Circumstances,
  checkEligibility,
  computeLimits,
  createNotEligibleError,
  formatLevelRequirements,
  isFamilyVisible,
  judgeAnswers,
  LEVEL_LABELS,
  type MemberFacts,
  type Movement,
  OPERATIONS,
  parseDeclaration,
  type RuleSet,
  toFreeRules,
  toMemberFacts,
} from './model.ts'
import { COMPLETE_FACTS } from './testing.ts'

const find = (key: string): RuleSet => SAMPLE_RULES.find((one) => one.key === key) as RuleSet
const UK = find('united-kingdom')
const US = find('united-states')
const now = new Date('2026-11-20T12:00:00Z')
const at: Circumstances = { today: '2026-11-20', now }

/** A movement of a day, of which nothing is cash or above a limit. */
const move = (operation: Movement['operation'], on: Day, cents: bigint): Movement => ({
  operation,
  on,
  cents,
  isOpen: false,
  cashCents: 0n,
  appliedLimits: null,
  overCents: 0n,
})

const listMissing = (facts: Partial<MemberFacts>, circumstances: Partial<Circumstances> = {}) =>
  checkEligibility(UK, { ...COMPLETE_FACTS, ...facts }, 'invest', {
    ...at,
    ...circumstances,
  }).missing.map(({ kind }) => kind)

describe('the check of an operation', () => {
  it('allows it when every step is done', () => {
    expect(checkEligibility(UK, COMPLETE_FACTS, 'invest', at)).toEqual({
      operation: 'invest',
      allowed: true,
      missing: [],
    })
  })

  it.each<[string, Partial<MemberFacts>, string]>([
    ['a level that is too low', { level: 'none' }, 'level'],
    ['no category', { category: null }, 'category'],
    [
      'questions that were not answered',
      { questionnaire: { passedUntil: null, retakeAt: null } },
      'questionnaire',
    ],
    [
      'answers that are too old',
      { questionnaire: { passedUntil: '2026-11-19', retakeAt: null } },
      'questionnaire',
    ],
    [
      'a failed attempt whose wait has not ended',
      { questionnaire: { passedUntil: null, retakeAt: new Date('2026-11-20T12:00:01Z') } },
      'retake_wait',
    ],
    ['a warning of another version', { warnings: ['personal-uk/0'] }, 'warning'],
    ['a cooling-off period that was not begun', { coolingOffSince: null }, 'cooling_off_start'],
    [
      'a cooling-off period that has not ended',
      { coolingOffSince: new Date('2026-11-19T12:00:01Z') },
      'cooling_off',
    ],
  ])('names %s alone', (_, facts, kind) => {
    expect(listMissing(facts)).toEqual([kind])
  })

  it('asks for no cooling-off from a member who has invested', () => {
    expect(listMissing({ coolingOffSince: null, hasInvested: true })).toEqual([])
  })

  it('says when a wait ends', () => {
    const [step] = checkEligibility(
      UK,
      { ...COMPLETE_FACTS, coolingOffSince: new Date('2026-11-20T11:00:00Z') },
      'invest',
      at,
    ).missing
    expect(step?.until).toEqual(new Date('2026-11-21T11:00:00Z'))
    expect(step?.message).toContain('21 Nov 2026, 11:00 UTC')
  })

  it('requires a higher level from a sum on, to the cent', () => {
    const deposited = [move('deposit', '2020-01-01', 999_000n)]
    const check = (amountCents: bigint) =>
      checkEligibility(UK, { ...COMPLETE_FACTS, level: 'basic', movements: deposited }, 'deposit', {
        ...at,
        amountCents,
      }).missing.map(({ kind, level }) => [kind, level])

    expect(check(999n)).toEqual([])
    expect(check(1_000n)).toEqual([['level', 'full']])
  })

  it('bounds the sum of the days of a limit, the first of them included', () => {
    const on = (day: string) => [move('invest', day, 900_000n)]
    expect(listMissing({ movements: on('2025-11-21') }, { amountCents: 100_001n })).toEqual([
      'limit',
    ])
    expect(listMissing({ movements: on('2025-11-21') }, { amountCents: 100_000n })).toEqual([])
    expect(listMissing({ movements: on('2025-11-20') }, { amountCents: 100_001n })).toEqual([])
  })

  it('says what is left of a limit and what to do, in the singular for one day', () => {
    const daily = { ...UK, limits: [{ operation: 'invest' as const, cents: '100000', days: 1 }] }
    const find = (cents: bigint) =>
      checkEligibility(
        daily,
        {
          ...COMPLETE_FACTS,
          movements: [move('invest', at.today, cents)],
        },
        'invest',
        { ...at, amountCents: 50_001n },
      ).missing.map(({ message }) => message)

    expect(find(50_000n)).toEqual([
      'Your limit is $1,000.00 within 1 day. $500.00 of it is left. Enter at most $500.00, or ' +
        'wait until earlier amounts are older than 1 day.',
    ])
    expect(find(100_000n)).toEqual([
      'Your limit is $1,000.00 within 1 day. $0.00 of it is left. Wait until earlier amounts ' +
        'are older than 1 day.',
    ])
  })

  it('shows what is used and left of the limits that apply', () => {
    const facts = {
      ...COMPLETE_FACTS,
      movements: [move('invest', at.today, 1n)],
    }
    expect(computeLimits(UK, facts, at.today)).toMatchObject([
      { usedCents: 1n, leftCents: 999_999n },
    ])
  })

  it('counts a category as none from the day after its last, and in another wording', () => {
    const categoryAfter = (change: { isExpired?: boolean; textVersion?: string }) =>
      toMemberFacts(UK, {
        level: 1,
        hasInvested: false,
        movements: [],
        marks: [
          {
            kind: 'category',
            textId: 'restricted',
            textVersion: '1',
            passed: true,
            validUntil: '2026-11-20',
            isExpired: false,
            retryAt: null,
            at: now,
            ...change,
          },
        ],
      })
    const declared = { id: 'restricted', version: '1', expiresOn: '2026-11-20' }

    expect(categoryAfter({})).toMatchObject({ category: declared, lapsedCategory: null })
    expect(categoryAfter({ isExpired: true })).toMatchObject({
      category: null,
      lapsedCategory: declared,
    })
    expect(categoryAfter({ textVersion: '0' })).toMatchObject({
      category: null,
      lapsedCategory: { version: '0' },
    })
  })

  it('says that an operation is not offered, and nothing else', () => {
    const { allowed, missing } = checkEligibility(
      UK,
      { ...COMPLETE_FACTS, level: 'none' },
      'refer',
      at,
    )
    expect([allowed, missing.map(({ kind }) => kind)]).toEqual([false, ['not_offered']])
  })

  it('refers to the checklist only for what the checklist shows', () => {
    const plan = { kind: 'plan', message: 'This plan isn’t offered.' } as const
    const warning = { kind: 'warning', message: 'Read the warning.' } as const

    expect(createNotEligibleError([plan]).message).toBe('This plan isn’t offered.')
    expect(createNotEligibleError([warning, plan]).message).toBe(
      'Read the warning. This plan isn’t offered. Your checklist shows each step.',
    )
  })

  it('shows plans by the category of investor', () => {
    expect(isFamilyVisible(US, { ...COMPLETE_FACTS, category: null }, 'crypto')).toBe(false)
    expect(
      isFamilyVisible(
        US,
        { ...COMPLETE_FACTS, category: { id: 'accredited', version: '1', expiresOn: at.today } },
        'crypto',
      ),
    ).toBe(true)
  })

  it('asks for nothing under free rules', () => {
    const facts = { ...COMPLETE_FACTS, level: 'none' as const, category: null, warnings: [] }
    for (const operation of OPERATIONS)
      expect(checkEligibility(toFreeRules(SHIPPED_RULES), facts, operation, at).allowed).toBe(true)
  })
})

describe('the questions', () => {
  const form = UK.questionnaire as NonNullable<RuleSet['questionnaire']>
  const right = Object.fromEntries(form.questions.map((one) => [one.id, one.right]))
  const wrong = (count: number) =>
    Object.fromEntries(
      form.questions.map((one, index) => [
        one.id,
        index < count ? (one.options.find(({ id }) => id !== one.right)?.id ?? '') : one.right,
      ]),
    )

  it('are passed from the number of right answers on', () => {
    expect(judgeAnswers(form, right, at)).toMatchObject({
      passed: true,
      validUntil: '2027-11-20',
      retakeAt: null,
    })
    expect(judgeAnswers(form, wrong(1), at).passed).toBe(true)
    expect(judgeAnswers(form, wrong(2), at)).toMatchObject({
      passed: false,
      right: 6,
      retakeAt: '2026-11-21T12:00:00.000Z',
    })
  })

  it('need every answer, each among its options', () => {
    expect(() => judgeAnswers(form, { ...right, loss: 'z' }, at)).toThrow(/every question/)
  })

  it('count months to the last day of a shorter month', () => {
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
    expect(addMonths('2026-12-31', 12)).toBe('2027-12-31')
  })
})

describe('a declaration', () => {
  const category = UK.categories[0] as RuleSet['categories'][number]
  const declared = { net_assets: ' 50000 ', past: 'ticked', next: 'ticked', risk: 'ticked' }

  it('records each statement with its answer', () => {
    expect(parseDeclaration(category, declared).map(({ answer }) => answer)).toEqual([
      '50000',
      'ticked',
      'ticked',
      'ticked',
    ])
  })

  it.each([
    ['past', { ...declared, past: 'no' }],
    ['next', { ...declared, next: 'yes' }],
    ['net_assets', { ...declared, net_assets: 'plenty' }],
  ])('names the statement %s that is missing', (field, incomplete) => {
    expect(() => parseDeclaration(category, incomplete)).toThrow(
      expect.objectContaining({
        message: 'Please complete every statement.',
        also: [expect.objectContaining({ field: `statements.${field}` })],
      }),
    )
  })
})

describe('the schema of rules', () => {
  const paths = (rules: unknown) =>
    ruleSet.safeParse(rules).error?.issues.map(({ path }) => path.join('.')) ?? []

  it('accepts what the software ships, each marked as a sample', () => {
    for (const rules of SAMPLE_RULES) {
      expect(paths(rules)).toEqual([])
      expect(rules.sample).toBe(true)
      expect(rules.note).toContain('have it checked by a lawyer')
    }
  })

  it.each(OPERATIONS)('refuses rules without a row for the operation %s', (operation) => {
    const { [operation]: _, ...operations } = UK.operations
    expect(paths({ ...UK, operations })).toEqual([`operations.${operation}`])
  })

  it('names what it does not know or what cannot be met', () => {
    const form = UK.questionnaire as NonNullable<RuleSet['questionnaire']>
    expect(paths({ ...UK, operations: { ...UK.operations, lend: UK.operations.invest } })).toEqual([
      'operations',
    ])
    const withdraw = { ...UK.operations.withdraw, allowed: false }
    expect(paths({ ...UK, operations: { ...UK.operations, withdraw } })).toEqual([
      'operations.withdraw.allowed',
    ])
    expect(paths({ ...UK, documents: { ...UK.documents, identity: [] } })).toEqual([
      'documents.identity',
    ])
    expect(paths({ ...UK, countries: ['XX'] })).toEqual(['countries.0'])
    expect(paths({ ...UK, questionnaire: null })).toEqual([
      'operations.deposit.needs',
      'operations.invest.needs',
    ])
    expect(paths({ ...UK, coolingOffHours: 0 })).toEqual([
      'operations.deposit.needs',
      'operations.invest.needs',
    ])
    expect(paths({ ...UK, categories: [] })).toContain('limits.0.category')
    expect(paths({ ...UK, questionnaire: { ...form, minRight: 9 } })).toEqual([
      'questionnaire.minRight',
    ])
    const questions = form.questions.map((one) => ({ ...one, right: 'z' }))
    expect(paths({ ...UK, questionnaire: { ...form, questions } })).toContain(
      'questionnaire.questions.0.right',
    )
    expect(paths({ ...UK, countries: ['GB', 'GB'] })).toEqual(['countries'])
  })
})

describe('what a level is required for', () => {
  const list = (rules: RuleSet) =>
    OPERATIONS.flatMap((operation) =>
      rules.operations[operation].levels.map(({ level, fromCents, counted }) => ({
        operation,
        level: LEVEL_LABELS[level],
        from: toUsd(BigInt(fromCents)),
        isTotal: counted === 'total',
      })),
    )

  it('is said as the rules have it, with the amounts and the levels above', () => {
    expect(formatLevelRequirements(list(UK))).toEqual({
      basic: 'It is required before you deposit, invest or withdraw.',
      full: 'It is required before you withdraw or deposit $10,000.00 or more in total.',
      source_of_funds: 'It is required before you deposit $50,000.00 or more in total.',
    })
  })

  it('is said in total too where a single amount doesn’t cover it', () => {
    const step = { operation: 'withdraw', level: LEVEL_LABELS.full } as const
    const steps = [
      { ...step, from: toUsd(500_000n), isTotal: false },
      { ...step, from: toUsd(1_000_000n), isTotal: true },
      { ...step, from: toUsd(2_000_000n), isTotal: false },
    ]
    expect(formatLevelRequirements(steps).full).toBe(
      'It is required before you withdraw $5,000.00 or more or withdraw $10,000.00 or more in ' +
        'total.',
    )
  })

  it('is nothing where the sandbox asks for nothing', () => {
    const none = 'It isn’t required of you now.'
    expect(formatLevelRequirements(list(toFreeRules(UK)))).toEqual({
      basic: none,
      full: none,
      source_of_funds: none,
    })
  })
})
