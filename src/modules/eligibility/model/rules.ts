import type { Level, Need, Operation } from './operations.ts'

/** A text that members read. Another wording has another version. */
export type RuleText = { id: string; version: string; text: string }

/** A statement of a declaration: ticked, or filled in. */
export type Statement = { id: string; text: string; kind: 'tick' | 'text' | 'amount' }

/** A group of investors, with the declaration that a member makes to belong to it. */
export type Category = {
  id: string
  version: string
  name: string
  description: string
  statements: readonly Statement[]
  validMonths: number
}

export type Question = {
  id: string
  matter: string
  text: string
  options: readonly { id: string; text: string }[]
  /** The id of the right option. It never reaches the browser. */
  right: string
}

/** The appropriateness questions, and when they are passed. */
export type Questionnaire = {
  id: string
  version: string
  questions: readonly Question[]
  minRight: number
  /** The wait after a failed attempt, in hours. */
  retakeWaitHours: number
  validMonths: number
}

/**
 * The level that an operation requires from an amount on: of the single operation, or of its sum so
 * far.
 */
export type LevelStep = { level: Level; fromCents: string; counted: 'single' | 'total' }

export type OperationRule = {
  /** `false`: the operation isn't offered in these countries. */
  allowed: boolean
  levels: readonly LevelStep[]
  needs: readonly Need[]
}

/** A limit of what one member moves within days; of one level or category, or of all. */
export type Limit = {
  operation: 'deposit' | 'invest' | 'withdraw'
  cents: string
  days: number
  level?: Level | undefined
  category?: string | undefined
}

/** The plan families that a category may see; without a category, members who have none. */
export type PlanClasses = { category: string | null; families: 'all' | readonly string[] }

/** The rules of some countries: data that an operator's lawyer sets. */
export type RuleSet = {
  format: 'candor-eligibility/1'
  key: string
  name: string
  version: number
  /** Sample text, until the operator's lawyer confirms it. */
  sample: boolean
  note: string
  /** ISO 3166-1 alpha-2 codes, or `*` for every country without rules of its own. */
  countries: readonly string[]
  /** The mode of the sandbox: it asks for what is written, or for nothing. */
  sandbox: 'as_written' | 'free'
  texts: {
    riskWarning: RuleText
    personalWarning: RuleText | null
    terms: RuleText
  }
  categories: readonly Category[]
  questionnaire: Questionnaire | null
  /** The wait before the first investment, from the member's request on, in hours. */
  coolingOffHours: number
  operations: Readonly<Record<Operation, OperationRule>>
  limits: readonly Limit[]
  plans: readonly PlanClasses[]
  documents: { identity: readonly string[]; address: readonly string[] }
  retentionYears: number
}

/** A rule set with where it comes from and since when it applies. */
export type AppliedRules = {
  /** Null: the rules that the software ships. */
  id: string | null
  sha256: string
  rules: RuleSet
}

/** Returns the warning that a member acknowledges: the personal one where there is one. */
export const getRequiredWarning = ({ texts }: RuleSet): RuleText =>
  texts.personalWarning ?? texts.riskWarning

/** Every country without rules of its own. */
export const EVERY_COUNTRY = '*'

/** Returns whether these rules ask for nothing in an installation of this mode. */
export const areFreeRules = (mode: 'sandbox' | 'live' | null, { sandbox }: RuleSet) =>
  mode !== 'live' && sandbox === 'free'

/** Returns the rules without any requirement or limit, as the sandbox applies free ones. */
export const toFreeRules = (rules: RuleSet): RuleSet => ({
  ...rules,
  categories: [],
  questionnaire: null,
  coolingOffHours: 0,
  operations: Object.fromEntries(
    Object.keys(rules.operations).map((operation) => [
      operation,
      { allowed: true, levels: [], needs: [] },
    ]),
  ) as unknown as RuleSet['operations'],
  limits: [],
  plans: [],
})
