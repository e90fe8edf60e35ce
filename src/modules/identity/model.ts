export { assertActive, assertMayWithdraw, UNTIL_RESET } from './model/access.ts'
export {
  buildConsentStatements,
  formatConsentVersion,
  type LegalVersions,
} from './model/consents.ts'
export { normalizeEmail, normalizeMailbox } from './model/email-address.ts'
export { failures } from './model/failures.ts'
export {
  CODE_LIFE_MS,
  CODE_RESEND_MS,
  CODE_TRIES,
  COMPROMISE_LINK_LIFE_MS,
  COMPROMISE_WINDOW_MS,
  EMAIL_CHANGE_LIFE_MS,
  EMAIL_MAX,
  INVITATION_LIFE_MS,
  LIMITS,
  LINK_LIFE_MS,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  RESET_FREEZE_MS,
  RESET_LIFE_MS,
} from './model/limits.ts'
export {
  type Admin,
  buildVisitor,
  FORMER_STAFF_LABEL,
  type FoundSession,
  MEMBER_STATUSES,
  type Member,
  type MemberStatus,
  type Person,
  type Session,
  type SessionIdentity,
  type Staff,
  toRecipient,
  type Visitor,
} from './model/people.ts'
export { generateReferralCode, REFERRAL_CODE } from './model/referral-code.ts'
export {
  computeSessionExpiry,
  getCookieName,
  MAX_SESSIONS,
  SESSION_SPANS,
  SESSION_WRITE_MS,
  TOKEN_BEFORE_MS,
} from './model/sessions.ts'
