import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Declaration, MemberFacts, Movement, Step } from './facts.ts'
import { LEVELS } from './operations.ts'
import type { RuleSet } from './rules.ts'

export const EVIDENCE_KINDS = ['warning', 'category', 'questionnaire', 'cooling_off'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const EVIDENCE_LABELS: Readonly<Record<EvidenceKind, string>> = {
  warning: 'Warning acknowledged',
  category: 'Category declared',
  questionnaire: 'Questions answered',
  cooling_off: 'Cooling-off begun',
}

/** The part of a piece of evidence that decides on operations. */
export type EvidenceMark = {
  kind: EvidenceKind
  textId: string
  textVersion: string
  passed: boolean
  validUntil: Day | null
  /** True if its last day has passed. */
  isExpired: boolean
  retryAt: Date | null
  at: Date
}

/** A record of what a member was shown, answered, ticked or asked for. */
export type Evidence = Omit<EvidenceMark, 'isExpired'> & {
  id: string
  ruleSetId: string | null
  rulesSha256: string
  textSha256: string
  content: Record<string, unknown>
  sessionId: string
}

type FactSources = {
  level: number
  hasInvested: boolean
  /** Newest first. */
  marks: readonly EvidenceMark[]
  movements: readonly Movement[]
}

/** Returns what the rules ask of a member, from their evidence, level and movements. */
export function toMemberFacts(
  { key, questionnaire, categories }: RuleSet,
  { level, hasInvested, marks, movements }: FactSources,
): MemberFacts {
  const find = (kind: EvidenceKind, matches: (mark: EvidenceMark) => boolean) =>
    marks.find((mark) => mark.kind === kind && matches(mark))
  const declared = find('category', () => true)
  const isDeclared = declared !== undefined && !declared.isExpired && hasText(categories, declared)
  const isCurrent = ({ textId, textVersion }: EvidenceMark) =>
    textId === questionnaire?.id && textVersion === questionnaire.version
  const failed = find('questionnaire', (mark) => isCurrent(mark) && !mark.passed)

  return {
    level: LEVELS[level] ?? 'none',
    category: isDeclared ? toDeclaration(declared) : null,
    lapsedCategory: declared && !isDeclared ? toDeclaration(declared) : null,
    questionnaire: {
      passedUntil:
        find('questionnaire', (mark) => isCurrent(mark) && mark.passed)?.validUntil ?? null,
      retakeAt: failed?.retryAt ?? null,
    },
    warnings: marks
      .filter(({ kind }) => kind === 'warning')
      .map(({ textId, textVersion }) => `${textId}/${textVersion}`),
    coolingOffSince: find('cooling_off', ({ textId }) => textId === key)?.at ?? null,
    hasInvested,
    movements,
  }
}

const hasText = (
  texts: readonly { id: string; version: string }[],
  { textId, textVersion }: EvidenceMark,
) => texts.some(({ id, version }) => id === textId && version === textVersion)

const toDeclaration = ({ textId, textVersion, validUntil }: EvidenceMark): Declaration => ({
  id: textId,
  version: textVersion,
  expiresOn: validUntil ?? '',
})

/** The kinds of missing steps that no checklist shows: the member can't do them. */
const UNLISTED_KINDS: ReadonlySet<Step['kind']> = new Set(['not_offered', 'limit', 'plan'])

/** Returns `not_eligible` (403) with each missing step, which the message names as well. */
export function createNotEligibleError(missing: readonly Step[]): DomainError {
  const steps = missing.map(({ kind, message }) => ({
    field: `eligibility.${kind}`,
    message,
  }))
  const where = missing.every(({ kind }) => UNLISTED_KINDS.has(kind))
    ? ''
    : ' Your checklist shows each step.'

  return new DomainError(
    'not_eligible',
    403,
    `${missing.map(({ message }) => message).join(' ')}${where}`,
    undefined,
    steps,
  )
}

/** The errors of declarations, questions, warnings and cooling-off. */
export const refusals = {
  confirmationNeeded: () =>
    new DomainError(
      'confirmation_needed',
      400,
      'Please confirm that you have read and understand the warning.',
      'confirmed',
    ),
  textChanged: () =>
    new DomainError(
      'text_changed',
      409,
      'This text has changed since you opened it. Please read it again.',
    ),
  noQuestions: () =>
    new DomainError('no_questions', 409, 'There are no questions to answer in your country.'),
  retakeWait: (message: string) => new DomainError('retake_wait', 409, message),
  noCoolingOff: () =>
    new DomainError('no_cooling_off', 409, 'Your country has no cooling-off period.'),
  coolingOffBegun: () =>
    new DomainError('cooling_off_begun', 409, 'Your cooling-off period has already begun.'),
}
