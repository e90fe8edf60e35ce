type TermBase = {
  /** The column of `plan_version` that stores it. */
  column: string
  /** Its label on screens that show a plan. */
  label: string
  /** The subject of the sentence that rejects a value: '<subject> is missing.' */
  subject: string
  /** The hint below its form field. */
  hint?: string
}

type TextTerm = TermBase & { type: 'text' }

type DaysTerm = TermBase & {
  type: 'days'
  /** The label of its form field, which takes a whole number of days. */
  fieldLabel: string
  /** Its description in the API reference. */
  description: string
  max: number
  default: number
}

export const MAX_NOTICE_DAYS = 365

/**
 * The terms of a plan version, in the order in which screens show them. The database row, the API,
 * the checks, the form and the facts of a plan all derive from this list: to add a term, add it
 * here and follow docs/how-to/add-a-plan-field.md.
 */
export const PLAN_TERMS = {
  basis: {
    type: 'text',
    column: 'basis',
    label: 'Basis of the target',
    subject: 'The basis of the target',
    hint: 'A phrase that promises a return is rejected.',
  },
  risk: { type: 'text', column: 'risk', label: 'Risk', subject: 'The text on risk' },
  liquidity: {
    type: 'text',
    column: 'liquidity',
    label: 'Withdrawals',
    subject: 'The text on withdrawals',
  },
  noticePeriodDays: {
    type: 'days',
    column: 'notice_days',
    label: 'Notice period',
    subject: 'The notice period',
    fieldLabel: 'Notice period in days',
    hint: '0 if principal can be withdrawn at any time.',
    description: 'days of notice before principal can be withdrawn; 0 means at any time',
    max: MAX_NOTICE_DAYS,
    default: 0,
  },
  fees: { type: 'text', column: 'fees', label: 'Fees', subject: 'The text on fees' },
} as const satisfies Record<string, TextTerm | DaysTerm>

export type PlanTermName = keyof typeof PLAN_TERMS

type TermNameOfType<Type> = {
  [Name in PlanTermName]: (typeof PLAN_TERMS)[Name]['type'] extends Type ? Name : never
}[PlanTermName]

export type TextTermName = TermNameOfType<'text'>
export type DaysTermName = TermNameOfType<'days'>

/** The terms of one plan version: texts, and whole numbers of days. */
export type PlanTerms = Record<TextTermName, string> & Record<DaysTermName, number>

/** Terms as an admin proposes them; a number of days that is left out takes its default. */
export type PlanTermsInput = Record<TextTermName, string> & {
  [Name in DaysTermName]?: number | undefined
}

/** The terms as columns of `plan_version`. */
export type PlanTermColumns = {
  [Name in PlanTermName as (typeof PLAN_TERMS)[Name]['column']]: PlanTerms[Name]
}

const TERM_NAMES = Object.keys(PLAN_TERMS) as PlanTermName[]

export const TEXT_TERM_NAMES = TERM_NAMES.filter(
  (name): name is TextTermName => PLAN_TERMS[name].type === 'text',
)
export const DAYS_TERM_NAMES = TERM_NAMES.filter(
  (name): name is DaysTermName => PLAN_TERMS[name].type === 'days',
)

/** Returns proposed terms as a row of `plan_version`, with the defaults of days left out. */
export function toTermColumns(terms: PlanTermsInput): PlanTermColumns {
  const texts = TEXT_TERM_NAMES.map((name) => [PLAN_TERMS[name].column, terms[name]])
  const days = DAYS_TERM_NAMES.map((name) => {
    const term = PLAN_TERMS[name]
    return [term.column, terms[name] ?? term.default]
  })

  return Object.fromEntries([...texts, ...days])
}
