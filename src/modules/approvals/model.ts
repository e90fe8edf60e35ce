import { formatUtcMinute, HOUR_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Role } from '#lib/roles.ts'
import { LABELS } from './model/permission-labels.ts'

export {
  type ApprovalKey,
  type ApprovalKeyKind,
  type ApprovalKeyState,
  type ApprovalSignature,
  computeKeyState,
  isOpenPasskey,
  KEY_STATES,
  type KeyGeneration,
  MAX_APPROVAL_KEYS,
  type SigningSite,
  signingErrors,
} from './model/approval-keys.ts'

type Mode = 'sandbox' | 'live'

type PermissionRule = {
  /** The roles that may perform the operation, or propose it. */
  roles: readonly Role[]
  /** The roles that may decide on another admin's proposal; `roles` by default. */
  decidingRoles?: readonly Role[]
  /** Smallest amount that needs a second admin, in cents: 0 is always, null is never. */
  secondAdminFrom: Record<Mode, Cents | null>
}

const MONEY: readonly Role[] = ['finance', 'owner']
const PEOPLE: readonly Role[] = ['support', 'finance', 'owner']
const OWNER: readonly Role[] = ['owner']
const never = { sandbox: null, live: null }
const always = { sandbox: 0n, live: 0n }
const fromHundred = { sandbox: 10_000n, live: 10_000n }
const inLive = { sandbox: null, live: 0n }

/**
 * Every permission of the staff. Contracts, commands and screens all read this table. An operation
 * that is not listed is not permitted to any role; all roles may read.
 */
export const PERMISSIONS = {
  'member.edit': { roles: PEOPLE, secondAdminFrom: never },
  'member.reset-factor': { roles: PEOPLE, secondAdminFrom: inLive },
  'member.restore-access': { roles: PEOPLE, secondAdminFrom: inLive },
  'member.delete': { roles: OWNER, secondAdminFrom: never },
  'deposit.confirm': { roles: MONEY, secondAdminFrom: inLive },
  'deposit.reject': { roles: MONEY, secondAdminFrom: never },
  'deposit.reverse': { roles: MONEY, secondAdminFrom: always },
  'withdrawal.approve': {
    roles: MONEY,
    secondAdminFrom: { sandbox: 1_000_000n, live: 1_000_000n },
  },
  'payout-batch.export': {
    roles: MONEY,
    secondAdminFrom: { sandbox: 1_000_000n, live: 1_000_000n },
  },
  'payout-batch.cancel': { roles: MONEY, secondAdminFrom: always },
  'withdrawal.pay': { roles: MONEY, secondAdminFrom: never },
  'withdrawal.reject': { roles: MONEY, secondAdminFrom: never },
  'withdrawal.reverse': { roles: MONEY, secondAdminFrom: always },
  'balance.adjust': { roles: MONEY, secondAdminFrom: { sandbox: 100_000n, live: 0n } },
  'income.record': { roles: MONEY, secondAdminFrom: always },
  'income.reverse': { roles: MONEY, secondAdminFrom: always },
  'loss.record': { roles: MONEY, secondAdminFrom: always },
  'capital.record': { roles: MONEY, secondAdminFrom: always },
  'promotion.fund': { roles: MONEY, secondAdminFrom: always },
  'assets.record': { roles: MONEY, secondAdminFrom: always },
  'suspense.receive': { roles: MONEY, secondAdminFrom: never },
  'suspense.match': { roles: MONEY, secondAdminFrom: inLive },
  'suspense.refund': { roles: MONEY, secondAdminFrom: always },
  'custody.move': { roles: MONEY, secondAdminFrom: always },
  'custody.convert': { roles: MONEY, secondAdminFrom: always },
  'network-fee.record': { roles: MONEY, secondAdminFrom: fromHundred },
  'fees.take': { roles: MONEY, secondAdminFrom: never },
  'ledger.reconcile': { roles: MONEY, secondAdminFrom: never },
  'break.explain': { roles: MONEY, secondAdminFrom: always },
  'ledger.unfreeze': { roles: OWNER, decidingRoles: MONEY, secondAdminFrom: always },
  'approval-key.add': { roles: PEOPLE, decidingRoles: MONEY, secondAdminFrom: always },
  'proposal.decide': { roles: PEOPLE, secondAdminFrom: never },
  'plan.propose': { roles: MONEY, secondAdminFrom: never },
  'plan.publish': { roles: MONEY, secondAdminFrom: never },
  'campaign.manage': { roles: MONEY, secondAdminFrom: never },
  'fees.raise': { roles: OWNER, decidingRoles: MONEY, secondAdminFrom: always },
  'receiving-address.change': { roles: OWNER, decidingRoles: MONEY, secondAdminFrom: inLive },
  'setting.cancel-change': { roles: MONEY, secondAdminFrom: never },
  'setting.loosen': { roles: OWNER, decidingRoles: MONEY, secondAdminFrom: always },
  'monitoring.investigate': { roles: PEOPLE, secondAdminFrom: never },
  'monitoring.clear': { roles: MONEY, secondAdminFrom: always },
  'rules.publish': { roles: OWNER, decidingRoles: MONEY, secondAdminFrom: always },
  'evidence.export': { roles: MONEY, secondAdminFrom: never },
  'screening.confirm': { roles: PEOPLE, secondAdminFrom: never },
  'identity.pass': { roles: PEOPLE, secondAdminFrom: never },
  'identity.refuse': { roles: PEOPLE, secondAdminFrom: always },
  'screening.dismiss': { roles: MONEY, secondAdminFrom: always },
  'staff.manage': { roles: OWNER, secondAdminFrom: never },
  'staff.money-role': { roles: OWNER, secondAdminFrom: inLive },
  'staff.reset-factor': { roles: OWNER, decidingRoles: MONEY, secondAdminFrom: inLive },
  'installation.manage': { roles: OWNER, secondAdminFrom: never },
  'testimonials.decide': { roles: PEOPLE, secondAdminFrom: never },
  'data.export': { roles: PEOPLE, secondAdminFrom: never },
  'desk.write': { roles: PEOPLE, secondAdminFrom: never },
  'enquiry.mark': { roles: PEOPLE, secondAdminFrom: never },
  'alert.acknowledge': { roles: PEOPLE, secondAdminFrom: never },
} as const satisfies Record<string, PermissionRule>
export type Permission = keyof typeof PERMISSIONS

/** The words for what a permission permits, as a list of proposals shows it. */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = LABELS

const getRule = (permission: Permission): PermissionRule => PERMISSIONS[permission]

/** Returns the roles that may perform the operation, or propose it. */
export const getPermittedRoles = (permission: Permission): Role[] => [...getRule(permission).roles]

/** Returns the roles that may decide on another admin's proposal of the operation. */
export const getDecidingRoles = (permission: Permission): Role[] => [
  ...(getRule(permission).decidingRoles ?? getRule(permission).roles),
]

/** Returns the amount in cents from which a second admin has to decide; null is never. */
export const getSecondAdminThreshold = (permission: Permission, mode: Mode): Cents | null =>
  getRule(permission).secondAdminFrom[mode]

/** Throws `role_missing` (403) if the admin's role does not have the permission. */
export function assertPermitted(admin: { role: Role }, permission: Permission): void {
  if (getRule(permission).roles.includes(admin.role)) return
  throw new DomainError('role_missing', 403, `Your role (${admin.role}) doesn't allow this.`)
}

/** The time in which a new, reinstated or newly promoted admin decides on nothing. */
const DECIDER_WAIT_MS = { sandbox: 0, live: 72 * HOUR_MS } as const

/** The time from the approval of a looser setting until it takes effect. */
export const LOOSENING_WAIT_MS = { sandbox: 0, live: 24 * HOUR_MS } as const

/** The roles that decide on money. */
export const isMoneyRole = (role: Role): boolean => MONEY.includes(role)

/** Returns the instant from which a new admin may approve; null when they already may. */
export function findDecidingStart(
  { decidesSince }: { decidesSince?: Date },
  mode: Mode,
  now: Date,
): Date | null {
  if (!decidesSince) return null
  const start = new Date(decidesSince.getTime() + DECIDER_WAIT_MS[mode])
  return start > now ? start : null
}

/** Throws `new_decider` (409) while the admin is too new to decide on the act of another. */
export function assertMayDecide(admin: { decidesSince?: Date }, mode: Mode, now: Date): void {
  const start = findDecidingStart(admin, mode, now)
  if (start) throw createNewDeciderError(start)
}

/** Returns the error for an approval by an admin who is too new. */
export const createNewDeciderError = (start?: Date): DomainError =>
  new DomainError(
    'new_decider',
    409,
    'You joined, were reinstated or got a money role less than 72 hours ago. You can approve ' +
      `${start ? `from ${formatUtcMinute(start)}` : 'once that period is over'}.`,
  )

/** Returns the error for an admin who approves their own proposal. */
export const createOwnProposalError = (): DomainError =>
  new DomainError(
    'second_admin',
    409,
    'You proposed this yourself, so another admin has to approve it.',
  )

/** The time after which an undecided proposal expires. */
export const PROPOSAL_LIFE_MS = 72 * HOUR_MS

/** The time before its end in which a proposal is displayed as about to expire. */
export const EXPIRING_MS = 12 * HOUR_MS

export type Decision = {
  approved: boolean
  by: string
  label: string
  at: Date
  reason: string | null
}
export const PROPOSAL_STATES = ['waiting', 'approved', 'rejected', 'expired'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** An operation that one admin proposes, with the content that another admin decides on. */
export type Proposal = {
  id: string
  permission: Permission
  /** The id of its subject: `wdr_…`, an account, `freeze_1`. */
  subjectId: string
  /** Amounts are texts of minor units. */
  content: Record<string, unknown>
  /** The hash of the content that a decision approves, in hex. */
  contentHash: string
  proposedBy: string
  proposerLabel: string
  proposedAt: Date
  expiresAt: Date
  /** Its position in the list; pass it as `before` for the next page. */
  sequence: bigint
  decision: Decision | null
}

/** Returns the state of a proposal at a moment. */
export function computeProposalState({ decision, expiresAt }: Proposal, now: Date): ProposalState {
  if (decision) return decision.approved ? 'approved' : 'rejected'
  return now < expiresAt ? 'waiting' : 'expired'
}
