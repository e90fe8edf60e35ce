import { oc } from '@orpc/contract'
import { ROLES, type Role } from '#lib/roles.ts'

/** The rules of a call in its contract, enforced before the call's own code runs. */
export type CallMeta = {
  /** The callers: anyone, a signed-in member, or staff in one of these roles. */
  who: 'anyone' | 'member' | readonly Role[]
  /** Moves money: needs an Idempotency-Key and has one effect a key. */
  money: boolean
  /** Takes multipart/form-data with a file instead of JSON. */
  upload: boolean
  /** Answers also while the ledger is frozen: it may be the call that ends the freeze. */
  whileFrozen: boolean
  /** Answers also while its caller must complete another step first: it leads there. */
  whileAwaited: boolean
  /** Answers a file with personal data, which not every role of the staff may download. */
  personalFile: boolean
  /** Answers also before a live installation opens to members: the staff need it to set it up. */
  beforeOpening: boolean
  /** Its body is signed by the sender: the handler gets the bytes and checks the signature. */
  rawBody: boolean
}

const NOTHING: CallMeta = {
  who: 'anyone',
  money: false,
  upload: false,
  whileFrozen: false,
  whileAwaited: false,
  personalFile: false,
  beforeOpening: false,
  rawBody: false,
}
const call = oc.$meta<CallMeta>(NOTHING)
const declareCall = (meta: Partial<CallMeta>) =>
  call.meta({ ...NOTHING, beforeOpening: Array.isArray(meta.who), ...meta })

/** Adds the owner role, which includes the permissions of all others. */
const includeOwner = (roles: readonly Role[]): readonly Role[] => {
  if (roles.length === 0) return ROLES
  return roles.includes('owner') ? roles : [...roles, 'owner']
}

/** A call that needs no session. */
export const anyone = declareCall({})
/** A call that needs no session and that staff need before the installation opens to members. */
export const anyoneBeforeOpening = declareCall({ beforeOpening: true })
/** A call that needs no session and carries a file. */
export const anyoneUpload = declareCall({ upload: true })
/** A call of another service without a session, whose signature the handler checks. */
export const signedWebhook = declareCall({ rawBody: true })
/** A call of a signed-in member. */
export const member = declareCall({ who: 'member' })
/** A call of a member that carries a file. */
export const memberUpload = declareCall({ who: 'member', upload: true })
/** A call of a member that moves money. */
export const memberMoney = declareCall({ who: 'member', money: true })
/** A call of a member that moves money and carries a file. */
export const memberMoneyUpload = declareCall({ who: 'member', money: true, upload: true })
/** Declares a call of staff in one of the roles; in any role when none is named. */
export const admin = (...roles: Role[]) => declareCall({ who: includeOwner(roles) })
/** Declares a call of staff in one of the roles that answers a file with personal data. */
export const adminPersonalFile = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), personalFile: true })
/**
 * A call of any staff member about their own sign-in: answers also while a second factor has to be
 * set up.
 */
export const adminSelf = declareCall({ who: ROLES, whileAwaited: true })
/** Declares a call of staff that moves money. */
export const adminMoney = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), money: true })
/** Declares a call by which a second admin decides on a proposal. */
export const adminDecision = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), money: true, whileFrozen: true })
/** Declares a call of staff that moves money and carries a file. */
export const adminMoneyUpload = (...roles: Role[]) =>
  declareCall({ who: includeOwner(roles), money: true, upload: true })
