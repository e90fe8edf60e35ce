import { DEFAULT_ACCEPTED, formatAccepted } from '#modules/verification/model.ts'
import { isLevelReached, type Operation } from './operations.ts'
import type { RuleSet } from './rules.ts'

/** The facts that the documents of rules prove. */
export const PROOFS = ['identity', 'address'] as const
type Proof = (typeof PROOFS)[number]

const PROOF_LEVELS = { identity: 'basic', address: 'full' } as const
const PROOF_NAMES = { identity: 'an identity document', address: 'a proof of address' } as const

/**
 * Returns whether an operation needs a level, of any amount, that asks for a proof. Limits by level
 * count too: a member who can't verify stays at the limit of a lower level.
 */
export const isProofNeeded = (rules: RuleSet, operation: Operation, proof: Proof): boolean =>
  rules.operations[operation].levels.some(({ level }) =>
    isLevelReached(level, PROOF_LEVELS[proof]),
  ) || rules.limits.some((limit) => limit.operation === operation && limit.level !== undefined)

/**
 * Lists the accepted kinds. Rules that name none, as earlier versions could, accept the usual ones.
 */
export const listAccepted = ({ documents }: RuleSet, proof: Proof): readonly string[] =>
  documents[proof].length > 0 ? documents[proof] : DEFAULT_ACCEPTED[proof]

/**
 * Returns the accepted kinds in plain words: 'passport or identity card as an identity document'.
 */
export const describeDocuments = (rules: RuleSet, proof: Proof): string =>
  `${formatAccepted(listAccepted(rules, proof))} as ${PROOF_NAMES[proof]}`
