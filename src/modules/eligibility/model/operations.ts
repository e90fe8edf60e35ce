/**
 * The operations that the rules of a country decide on. Every rule set has a row for each of them.
 */
export const OPERATIONS = [
  'deposit',
  'invest',
  'withdraw',
  'refer',
  'claim_campaign',
  'see_plans',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** The operations as a list names them. */
export const OPERATION_LABELS: Readonly<Record<Operation, string>> = {
  deposit: 'Deposit',
  invest: 'Invest',
  withdraw: 'Withdraw',
  refer: 'Invite friends',
  claim_campaign: 'Receive a bonus',
  see_plans: 'View plans',
}

/** The operations as a sentence names them: 'Before you deposit'. */
export const OPERATION_VERBS: Readonly<Record<Operation, string>> = {
  deposit: 'deposit',
  invest: 'invest',
  withdraw: 'withdraw',
  refer: 'invite friends',
  claim_campaign: 'receive a bonus',
  see_plans: 'view plans',
}

/** The levels of verification, from the lowest; the position is what the database stores. */
export const LEVELS = ['none', 'basic', 'full', 'source_of_funds'] as const
export type Level = (typeof LEVELS)[number]

export const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  none: 'Not verified',
  basic: 'Basic',
  full: 'Full',
  source_of_funds: 'Source of funds',
}

/** Returns whether a level includes another. */
export const isLevelReached = (level: Level, required: Level): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(required)

/**
 * The needs of an operation beside a level, in the order in which members meet them: first they
 * read the risk warning.
 */
export const NEEDS = ['warning', 'cooling_off', 'category', 'questionnaire'] as const
export type Need = (typeof NEEDS)[number]
