import fc from 'fast-check'
import {
  type EvidenceMark,
  LEVELS,
  type MemberFacts,
  NEEDS,
  type RuleSet,
  toMemberFacts,
} from '#modules/eligibility/model.ts'
import { getSampleRules } from '#modules/eligibility/testing.ts'

const BASE = getSampleRules('default')
export const TODAY = '2026-11-20'
export const NOW = new Date(`${TODAY}T12:00:00Z`)

const version = fc.constantFrom('1', '1', '1', '2')
/** Mostly the usual one, so that two random rules often agree. */
const wording = fc.constantFrom('usual', 'usual', 'usual', 'usual', 'other')
const choose = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)
const level = choose(...LEVELS)

const levels = fc.array(
  fc.record({
    level,
    fromCents: choose('0', '1', '100000', '200000'),
    counted: choose('single' as const, 'total' as const),
  }),
  { maxLength: 2 },
)

const statement = fc
  .tuple(choose('one', 'two', 'three'), wording, choose('tick' as const, 'text' as const))
  .map(([id, text, kind]) => ({ id, text, kind }))
const category = fc.record({
  id: choose('restricted', 'certified'),
  version,
  name: fc.constant('A category'),
  description: wording,
  statements: fc.uniqueArray(statement, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
  validMonths: choose(6, 12),
})

const question = fc
  .tuple(choose('one', 'two', 'three', 'four'), wording, choose('a', 'a', 'a', 'b'))
  .map(([id, text, right]) => ({
    id,
    matter: 'Loss',
    text,
    options: [
      { id: 'a', text: 'All' },
      { id: 'b', text: 'None' },
    ],
    right,
  }))
const questionnaire = fc
  .record({
    id: fc.constant('questions'),
    version,
    questions: fc.uniqueArray(question, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
    allowedWrong: choose(0, 1, 2),
    retakeWaitHours: choose(0, 24),
    validMonths: choose(6, 12),
  })
  .map(({ allowedWrong, ...form }) => ({
    ...form,
    minRight: Math.max(1, form.questions.length - allowedWrong),
  }))

const limit = fc.record(
  {
    operation: choose('withdraw' as const, 'withdraw' as const, 'deposit' as const),
    cents: choose('100000', '200000', '300000'),
    days: choose(1, 7, 30),
    level,
    category: choose('restricted', 'certified'),
  },
  { requiredKeys: ['operation', 'cents', 'days'] },
)

const warning = fc.record({ id: fc.constant('risk'), version, text: wording })
const kinds = (...all: string[]) => fc.subarray(all, { minLength: 1 })

/** The parts of rules that a withdrawal depends on, each on its own. */
const parts = {
  key: choose('one', 'one', 'two'),
  allowed: fc.integer({ min: 0, max: 20 }).map((number) => number > 0),
  levels,
  needs: fc.subarray([...NEEDS]),
  categories: fc.uniqueArray(category, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
  questionnaire,
  coolingOffHours: choose(24, 48),
  limits: fc.array(limit, { maxLength: 3 }),
  riskWarning: warning,
  personalWarning: fc.option(warning),
  identity: kinds('passport', 'identity_card', 'driving_licence'),
  address: kinds('bank_statement', 'utility_bill'),
}
type Parts = {
  [Name in keyof typeof parts]: (typeof parts)[Name] extends fc.Arbitrary<infer Value>
    ? Value
    : never
}

const toRules = (one: Parts): RuleSet => ({
  ...BASE,
  key: one.key,
  texts: {
    ...BASE.texts,
    riskWarning: one.riskWarning,
    personalWarning: one.personalWarning,
  },
  categories: one.categories,
  questionnaire: one.questionnaire,
  coolingOffHours: one.coolingOffHours,
  operations: {
    ...BASE.operations,
    withdraw: { allowed: one.allowed, levels: one.levels, needs: one.needs },
  },
  limits: one.limits,
  documents: { identity: one.identity, address: one.address },
})

/** Two versions of rules, of which some parts are the same. */
export const rulesPair: fc.Arbitrary<[before: RuleSet, after: RuleSet]> = fc
  .tuple(fc.record(parts), fc.record(parts), fc.subarray(Object.keys(parts) as (keyof Parts)[]))
  .map(([before, other, changed]) => {
    const after = { ...before, ...Object.fromEntries(changed.map((name) => [name, other[name]])) }
    return [toRules(before), toRules(after as Parts)]
  })

const day = choose(TODAY, '2026-11-15', '2026-11-01', '2026-10-01')

/** What a member did and moved, without the rules that it was for. */
const doings = fc.record({
  level: fc.integer({ min: 0, max: 3 }),
  hasInvested: fc.boolean(),
  declares: fc.boolean(),
  answers: fc.boolean(),
  waits: fc.boolean(),
  warnings: fc.subarray(['1', '2']),
  movements: fc.array(
    fc.record({
      operation: fc.constant('withdraw' as const),
      on: day,
      cents: choose(50_000n, 100_000n, 150_000n),
      cashCents: fc.constant(0n),
      overCents: fc.constant(0n),
      appliedLimits: fc.constant(null),
      isOpen: fc.constant(false),
    }),
    { maxLength: 3 },
  ),
})

const createMark = (kind: EvidenceMark['kind'], textId: string, textVersion: string) => ({
  kind,
  textId,
  textVersion,
  passed: true,
  validUntil: kind === 'category' || kind === 'questionnaire' ? '2027-01-01' : null,
  isExpired: false,
  retryAt: null,
  at: new Date('2026-11-18T12:00:00Z'),
})

/** Returns what a member has who did some of what rules ask for, as other rules count it. */
const toFacts = (one: typeof doings extends fc.Arbitrary<infer Value> ? Value : never) => {
  const listMarks = (rules: RuleSet): EvidenceMark[] => {
    const [declared] = rules.categories
    return [
      ...(one.declares && declared ? [createMark('category', declared.id, declared.version)] : []),
      ...(one.answers && rules.questionnaire
        ? [createMark('questionnaire', rules.questionnaire.id, rules.questionnaire.version)]
        : []),
      ...(one.waits ? [createMark('cooling_off', rules.key, String(rules.version))] : []),
      ...one.warnings.map((shown) => createMark('warning', 'risk', shown)),
    ]
  }
  return (done: RuleSet, counted: RuleSet): MemberFacts =>
    toMemberFacts(counted, {
      level: one.level,
      hasInvested: one.hasInvested,
      marks: listMarks(done),
      movements: one.movements,
    })
}

/** A member who did some of what rules ask for, as they count it or as other rules do. */
export const memberDoings = doings.map(toFacts)
