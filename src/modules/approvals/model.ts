import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Role } from '#lib/roles.ts'

type Mode = 'sandbox' | 'live'

/**
 * Who may do or propose an act, who may decide on a proposal of it, and from which amount a second
 * admin has to.
 */
type Rule = {
  may: readonly Role[]
  /** Who may be the second admin; whoever may propose, unless named. */
  decides?: readonly Role[]
  /** Smallest amount that needs a second admin, in cents: 0 always, null never. */
  second: Record<Mode, Cents | null>
}

const MONEY: readonly Role[] = ['finance', 'owner']
const PEOPLE: readonly Role[] = ['support', 'finance', 'owner']
const OWNER: readonly Role[] = ['owner']
const never = { sandbox: null, live: null }
const always = { sandbox: 0n, live: 0n }
const fromHundred = { sandbox: 10_000n, live: 10_000n }
const inLive = { sandbox: null, live: 0n }

/**
 * Every act of the staff: the one table that calls, commands and screens ask. What isn't listed
 * nobody may do; reading is open to all of them.
 */
export const ACTS = {
  'member.edit': { may: PEOPLE, second: never },
  'member.reset-factor': { may: PEOPLE, second: inLive },
  'member.restore-access': { may: PEOPLE, second: inLive },
  'member.delete': { may: OWNER, second: never },
  'deposit.confirm': { may: MONEY, second: inLive },
  'deposit.reject': { may: MONEY, second: never },
  'withdrawal.approve': { may: MONEY, second: { sandbox: 1_000_000n, live: 1_000_000n } },
  'withdrawal.pay': { may: MONEY, second: never },
  'withdrawal.reject': { may: MONEY, second: never },
  'balance.adjust': { may: MONEY, second: { sandbox: 100_000n, live: 0n } },
  'income.record': { may: MONEY, second: always },
  'loss.record': { may: MONEY, second: always },
  'capital.record': { may: MONEY, second: always },
  'promotion.fund': { may: MONEY, second: always },
  'assets.record': { may: MONEY, second: always },
  'suspense.receive': { may: MONEY, second: never },
  'suspense.match': { may: MONEY, second: inLive },
  'suspense.refund': { may: MONEY, second: always },
  'custody.move': { may: MONEY, second: always },
  'custody.convert': { may: MONEY, second: always },
  'network-fee.record': { may: MONEY, second: fromHundred },
  'fees.take': { may: MONEY, second: never },
  'books.reconcile': { may: MONEY, second: never },
  'books.unfreeze': { may: OWNER, decides: MONEY, second: always },
  'proposal.decide': { may: PEOPLE, second: never },
  'plan.propose': { may: MONEY, second: never },
  'plan.publish': { may: MONEY, second: never },
  'campaign.manage': { may: MONEY, second: never },
  'receiving-address.change': { may: OWNER, decides: MONEY, second: inLive },
  'staff.manage': { may: OWNER, second: never },
  'staff.reset-factor': { may: OWNER, decides: MONEY, second: inLive },
  'house.run': { may: OWNER, second: never },
  'testimonials.decide': { may: PEOPLE, second: never },
  'enquiry.mark': { may: PEOPLE, second: never },
  'alarm.acknowledge': { may: PEOPLE, second: never },
} as const satisfies Record<string, Rule>
export type Permission = keyof typeof ACTS

const getRule = (act: Permission): Rule => ACTS[act]

/** The roles that may do an act, or propose it. */
export const may = (act: Permission): Role[] => [...getRule(act).may]

/** The roles that may decide on somebody else's proposal of an act. */
export const mayDecide = (act: Permission): Role[] => [
  ...(getRule(act).decides ?? getRule(act).may),
]

/** From which amount on, in cents, a second admin has to decide; null when none ever has to. */
export const getSecondAdminThreshold = (act: Permission, mode: Mode): Cents | null =>
  getRule(act).second[mode]

/**
 * Refuses, with `role_missing` (403), an admin whose role isn't among those that may do the act.
 */
export function assertMay(admin: { role: Role }, act: Permission): void {
  if (getRule(act).may.includes(admin.role)) return
  throw new DomainError('role_missing', 403, `Your role (${admin.role}) doesn't allow this.`)
}

/** How long a proposal waits for a second admin. */
export const PROPOSAL_LIFE_MS = 72 * 3_600_000

export type Decision = {
  approved: boolean
  by: string
  label: string
  at: Date
  reason: string | null
}
export const PROPOSAL_STATES = ['waiting', 'approved', 'rejected', 'expired'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** An act that one admin wants, in the words and figures that another one decides on. */
export type Proposal = {
  id: string
  permission: Permission
  /** What it is about: `wdr_…`, an account, `freeze_1`. */
  subjectId: string
  /** Amounts are texts of minor units. */
  content: Record<string, unknown>
  /** What a decision is bound to, in hex. */
  contentHash: string
  proposedBy: string
  proposerLabel: string
  proposedAt: Date
  expiresAt: Date
  /** Where it stands among all; pass it as `before` to read on. */
  sequence: bigint
  decision: Decision | null
}

/** Where a proposal stands at a moment. */
export function computeProposalState({ decision, expiresAt }: Proposal, now: Date): ProposalState {
  if (decision) return decision.approved ? 'approved' : 'rejected'
  return now < expiresAt ? 'waiting' : 'expired'
}
