import { z } from 'zod'
import { isCountry } from '#lib/countries.ts'
import {
  EVERY_COUNTRY,
  LEVELS,
  listSampleTexts,
  NEEDS,
  OPERATIONS,
  type RuleSet,
} from '../model.ts'

const id = z.string().regex(/^[a-z][a-z0-9_-]{0,59}$/, 'lower-case letters, digits, _ and -')
const version = z.string().regex(/^[0-9A-Za-z.-]{1,20}$/, 'a version such as 2026-11')
const cents = z.string().regex(/^\d{1,15}$/, 'whole cents as text, such as "100000" for $1,000')
const text = z.string().trim().min(1, 'is empty').max(8_000)
const short = z.string().trim().min(1, 'is empty').max(300)
const months = z.int().min(1).max(120)
const level = z.enum(LEVELS)

const ruleText = z.strictObject({ id, version, text })

const statement = z.strictObject({ id, text, kind: z.enum(['tick', 'text', 'amount']) })

const category = z.strictObject({
  id,
  version,
  name: short,
  description: text,
  statements: z.array(statement).min(1).max(20),
  validMonths: months,
})

const question = z.strictObject({
  id,
  matter: short,
  text,
  options: z
    .array(z.strictObject({ id, text: short }))
    .min(2)
    .max(8),
  right: id,
})

const questionnaire = z.strictObject({
  id,
  version,
  questions: z.array(question).min(1).max(40),
  minRight: z.int().min(1),
  retakeWaitHours: z.int().min(0).max(8_760),
  validMonths: months,
})

const operationRule = z.strictObject({
  allowed: z.boolean(),
  levels: z
    .array(z.strictObject({ level, fromCents: cents, counted: z.enum(['single', 'total']) }))
    .max(10),
  needs: z.array(z.enum(NEEDS)).max(NEEDS.length),
})

/** A row for each operation: an operation without one is refused, by its name. */
const operations = z.strictObject(
  Object.fromEntries(OPERATIONS.map((operation) => [operation, operationRule])) as Record<
    (typeof OPERATIONS)[number],
    typeof operationRule
  >,
)

const limit = z.strictObject({
  operation: z.enum(['deposit', 'invest', 'withdraw']),
  cents,
  days: z.int().min(1).max(366),
  level: level.optional(),
  category: id.optional(),
})

const documents = z.array(id).min(1).max(30)

const shape = z.strictObject({
  format: z.literal('candor-eligibility/1'),
  key: id,
  name: short,
  version: z.int().min(1).max(1_000_000),
  sample: z.boolean(),
  note: text,
  countries: z
    .array(z.string().refine((code) => code === EVERY_COUNTRY || isCountry(code), 'no country'))
    .max(260),
  sandbox: z.enum(['as_written', 'free']),
  texts: z.strictObject({
    riskWarning: ruleText,
    personalWarning: ruleText.nullable(),
    terms: ruleText,
  }),
  categories: z.array(category).max(20),
  questionnaire: questionnaire.nullable(),
  coolingOffHours: z.int().min(0).max(720),
  operations,
  limits: z.array(limit).max(50),
  plans: z
    .array(
      z.strictObject({
        category: id.nullable(),
        families: z.union([z.literal('all'), z.array(id).max(20)]),
      }),
    )
    .max(20),
  documents: z.strictObject({ identity: documents, address: documents }),
  retentionYears: z.int().min(1).max(30),
})

/** A complaint about one field: its path and what is wrong. */
type Complaint = { path: (string | number)[]; message: string }

/**
 * The schema of a rule set. Beside its form it refuses what can't be met: a right answer that is no
 * option, more right answers than questions, a need without its data, a repeated or unknown id, a
 * sample text in rules that are no sample.
 */
export const ruleSet = shape.superRefine((rules, context) => {
  for (const { path, message } of [
    ...listWithdrawalProblems(rules),
    ...listQuestionProblems(rules),
    ...listNeedProblems(rules),
    ...listCategoryProblems(rules),
    ...listRepeatedIds(rules),
    ...listSampleProblems(rules),
  ])
    context.addIssue({ code: 'custom', path, message })
}) satisfies z.ZodType<RuleSet>

/** Money can always leave: rules may ask for steps before a withdrawal, but not end withdrawals. */
const listWithdrawalProblems = ({ operations: { withdraw } }: RuleSet): Complaint[] =>
  withdraw.allowed
    ? []
    : [
        {
          path: ['operations', 'withdraw', 'allowed'],
          message: 'has to be true: members can always withdraw their money',
        },
      ]

const listSampleProblems = (rules: RuleSet): Complaint[] =>
  rules.sample
    ? []
    : listSampleTexts(rules).map((path) => ({
        path,
        message: 'still says “Sample”: replace it, or set sample to true',
      }))

function listQuestionProblems({ questionnaire: form }: RuleSet): Complaint[] {
  if (!form) return []

  const at = ['questionnaire']
  const tooMany: Complaint[] =
    form.minRight > form.questions.length
      ? [{ path: [...at, 'minRight'], message: 'is more than there are questions' }]
      : []

  return [
    ...tooMany,
    ...form.questions.flatMap(({ options, right }, index) =>
      options.some((option) => option.id === right)
        ? []
        : [{ path: [...at, 'questions', index, 'right'], message: 'is none of the options' }],
    ),
  ]
}

function listNeedProblems(rules: RuleSet): Complaint[] {
  const has = {
    category: rules.categories.length > 0,
    questionnaire: rules.questionnaire !== null,
    cooling_off: rules.coolingOffHours > 0,
    warning: true,
  }
  return OPERATIONS.flatMap((operation) =>
    (rules.operations[operation]?.needs ?? [])
      .filter((need) => !has[need])
      .map((need) => ({
        path: ['operations', operation, 'needs'],
        message: `needs “${need}”, which these rules don’t describe`,
      })),
  )
}

function listCategoryProblems({ categories, limits, plans }: RuleSet): Complaint[] {
  const known = new Set<string | null | undefined>(categories.map((one) => one.id))
  const message = 'is none of the categories'
  return [
    ...limits.flatMap(({ category: named }, index) =>
      named === undefined || known.has(named)
        ? []
        : [{ path: ['limits', index, 'category'], message }],
    ),
    ...plans.flatMap(({ category: named }, index) =>
      named === null || known.has(named) ? [] : [{ path: ['plans', index, 'category'], message }],
    ),
  ]
}

function listRepeatedIds({ categories, questionnaire: form, countries }: RuleSet): Complaint[] {
  const lists: [(string | number)[], readonly string[]][] = [
    [['countries'], countries],
    [['categories'], categories.map((one) => one.id)],
    ...categories.map((one, index): [(string | number)[], string[]] => [
      ['categories', index, 'statements'],
      one.statements.map((each) => each.id),
    ]),
    [['questionnaire', 'questions'], form?.questions.map((one) => one.id) ?? []],
    ...(form?.questions ?? []).map((one, index): [(string | number)[], string[]] => [
      ['questionnaire', 'questions', index, 'options'],
      one.options.map((each) => each.id),
    ]),
  ]

  return lists
    .filter(([, ids]) => new Set(ids).size < ids.length)
    .map(([path]) => ({ path, message: 'names one twice' }))
}
