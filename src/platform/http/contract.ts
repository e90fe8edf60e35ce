import { oc } from '@orpc/contract'
import { ROLES, type Role } from '#lib/roles.ts'

/**
 * What stands beside every call in its contract; the door enforces it before the call's own code
 * runs.
 */
export type CallMeta = {
  /** Who may call: anyone, a signed-in member, or staff in one of these roles. */
  who: 'anyone' | 'member' | readonly Role[]
  /** Moves money: needs an Idempotency-Key and has one effect a key. */
  money: boolean
  /** Takes multipart/form-data with a file instead of JSON. */
  upload: boolean
  /** Answers also while no money can be moved: it may be what ends that. */
  whileFrozen: boolean
  /** Answers also while its caller has to do something else first: it leads there. */
  whileAwaited: boolean
}

const NOTHING: CallMeta = {
  who: 'anyone',
  money: false,
  upload: false,
  whileFrozen: false,
  whileAwaited: false,
}
const call = oc.$meta<CallMeta>(NOTHING)
const declareCall = (meta: Partial<CallMeta>) => call.meta({ ...NOTHING, ...meta })

/** An owner may do what any of the staff may. */
const includeOwner = (roles: readonly Role[]): readonly Role[] => {
  if (roles.length === 0) return ROLES
  return roles.includes('owner') ? roles : [...roles, 'owner']
}

/** A call that needs no session. */
export const anyone = declareCall({})
/** A call that needs no session and carries a file. */
export const anyoneUpload = declareCall({ upload: true })
/** A call of a signed-in member. */
export const member = declareCall({ who: 'member' })
/** A call of a member that moves money. */
export const memberMoney = declareCall({ who: 'member', money: true })
/** A call of a member that moves money and carries a file. */
export const memberMoneyUpload = declareCall({ who: 'member', money: true, upload: true })
/** A call of the staff in one of the roles; in any role when none is named. */
export const admin = (...roles: Role[]) => declareCall({ who: includeOwner(roles) })
/**
 * A call of any of the staff about how they sign in themselves: answers also while a second factor
 * has to be set up.
 */
export const adminSelf = declareCall({ who: ROLES, whileAwaited: true })
/** A call of the staff that moves money. */
export const adminMoney = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), money: true })
/** A call of the staff by which a second admin decides, whatever the act is. */
export const adminDecision = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), money: true, whileFrozen: true })
/** A call of the staff that moves money and carries a file. */
export const adminMoneyUpload = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), money: true, upload: true })
