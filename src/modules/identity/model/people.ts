import type { Day } from '#lib/dates.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { SessionProof } from '#platform/http/http.ts'

/**
 * A `closed` member is a row without personal data, so that the ledger can still refer to its id.
 */
export const MEMBER_STATUSES = ['unverified', 'active', 'suspended', 'closed'] as const

export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export type Member = Actor & {
  kind: 'member'
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  country: string
  referralCode: string
  /**
   * The referral code of the referring member, and the claimed campaign; other modules interpret
   * them.
   */
  referredBy: string | null
  campaign: string | null
  status: MemberStatus
  suspendedReason: string | null
  reviewOn: Day | null
  withdrawalsFrozenUntil: Date | null
  createdAt: Date
  /** The business date of the sign-up, which decides on campaigns. */
  signedUpOn: Day
  verifiedAt: Date | null
  lastSignInAt: Date | null
  /** Increases with every change of the profile, so that two tabs don't overwrite each other. */
  profileVersion: number
}

export type Admin = Actor & {
  kind: 'admin'
  firstName: string
  lastName: string
  email: string
  role: Role
  createdAt: Date
  lastSignInAt: Date | null
  /** The start and the reason of the suspension; null while the access is active. */
  suspended: { at: Date; reason: string } | null
  /** The id of the owner who invited them; null for an admin made on the command line. */
  invitedBy: string | null
  /** The time they joined, were reinstated or got a money role: a new decider waits. */
  decidesSince: Date
}

/** A visitor who isn't signed in, with the source of the call. */
export type Visitor = Actor & {
  kind: 'system'
  address: string
  userAgent: string
  /**
   * The token that the browser received at an earlier sign-in to be recognised by; it grants no
   * access.
   */
  device?: string | undefined
}

/** A person who can sign in. */
export type Person = Member | Admin

export type Session = {
  id: string
  remembered: boolean
  createdAt: Date
  lastUsedAt: Date
  idleUntil: Date
  endsAt: Date
}

/** A session as it was found by its token, with its last authentication. */
export type FoundSession = Session & { proof: SessionProof }

/** The person that a call speaks for, and the session. */
export type SessionIdentity =
  | { kind: 'member'; member: Member; session: FoundSession }
  | { kind: 'admin'; admin: Admin; session: FoundSession }

export const buildVisitor = (address: string, userAgent: string, device?: string): Visitor => ({
  kind: 'system',
  id: 'visitor',
  label: 'Visitor',
  address,
  userAgent: userAgent.slice(0, 400),
  ...(device && { device }),
})

/** The name of an admin who is no longer in the list of staff. */
export const FORMER_STAFF_LABEL = 'Former staff member'

/** Returns the recipient of a mail to a person. */
export const toRecipient = (person: Person) => ({
  ...(person.kind === 'member' ? { memberId: person.id } : {}),
  to: person.email,
  name: person.firstName,
})

/** The part of a staff member that a command needs for its checks and its audit event. */
export type Staff = Pick<Admin, 'kind' | 'id' | 'label' | 'role'> &
  Partial<Pick<Admin, 'decidesSince'>>
