import type { Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Role } from '#lib/roles.ts'
import type { Proof, SignInOutcome } from './model/factors.ts'
import type { MemberStatus } from './model.ts'

type CredentialTable = {
  person_id: string
  password_hash: string
  changed_at: Date
  reported_at: Date | null
}

type MemberTable = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  country: string
  referral_code: string
  referred_by: string | null
  campaign: string | null
  status: MemberStatus
  suspended_reason: string | null
  review_on: Day | null
  withdrawals_frozen_until: Date | null
  created_at: Date
  signed_up_on: Day
  verified_at: Date | null
  last_sign_in_at: Date | null
  profile_version: Generated<number>
  closed_at: Generated<Date | null>
}

type ClosedIdentityTable = {
  member_id: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  country: string
  signed_up_on: Day
  verified_at: Date
  closed_at: Date
  rules_until: Date
}

type StaffTable = {
  id: string
  first_name: string
  last_name: string
  email: string
  role: Role
  created_at: Date
  last_sign_in_at: Date | null
  suspended_at: Generated<Date | null>
  suspended_reason: Generated<string | null>
  invited_by: Generated<string | null>
  /** Set by a trigger, like `changed_at`. */
  decides_since: Generated<Date>
  changed_at: Generated<Date>
  approval_id: Generated<string | null>
}

type ConsentTable = {
  id: string
  member_id: string
  document: string
  version: string
  statement: string
  statement_sha256: string
  shown_at: Date
  session_id: string | null
}

type SessionTable = {
  id: string
  person_id: string
  token_digest: Buffer
  remembered: boolean
  created_at: Date
  last_used_at: Date
  idle_until: Date
  ends_at: Date
  ended_at: Date | null
  ended_because: EndedBecause | null
  address: string
  user_agent: string
  proved_at: Date
  proved_by: Proof
  before_digest: Generated<Buffer | null>
  before_until: Generated<Date | null>
}

export type EndedBecause =
  | 'log-out'
  | 'password-change'
  | 'password-reset'
  | 'replaced'
  | 'ended'
  | 'factor-reset'
  | 'compromise-reported'
  | 'account-closed'
  | 'suspended'
  | 'ended-by-owner'
  | 'ended-by-staff'
  | 'too-many'

type EmailCodeTable = {
  member_id: string
  code_digest: Buffer
  link_digest: Buffer
  made_at: Date
  expires_at: Date
  link_expires_at: Date
  tries: number
}

type ResetTokenTable = {
  token_digest: Buffer
  person_id: string
  made_at: Date
  expires_at: Date
  used_at: Date | null
}

type AuthenticatorTable = {
  person_id: string
  encrypted_secret: Buffer
  made_at: Date
  confirmed_at: Date | null
  last_step: bigint
}

type RecoveryCodeTable = {
  person_id: string
  code_digest: Buffer
  made_at: Date
  used_at: Date | null
}

type PasskeyTable = {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  backed_up: boolean
  added_at: Date
  used_at: Date | null
  copied_at: Date | null
}

export type ChallengePurpose = 'register' | 'log-in' | 'second-factor' | 'step-up'

type PasskeyChallengeTable = {
  digest: Buffer
  purpose: ChallengePurpose
  bound_to: string
  made_at: Date
  expires_at: Date
}

type MfaChallengeTable = {
  digest: Buffer
  person_id: string
  remembered: boolean
  made_at: Date
  expires_at: Date
  used_at: Date | null
}

type SignInTable = {
  id: string
  sequence: GeneratedAlways<bigint>
  person_id: string | null
  at: Date
  outcome: SignInOutcome
  by: Proof
  near: string
  user_agent: string
  device: Buffer | null
}

type EmailChangeTable = {
  id: string
  member_id: string
  old_email: string
  new_email: string
  token_digest: Buffer | null
  requested_at: Date
  expires_at: Date
  done_at: Date | null
  ended_at: Date | null
}

type CompromiseLinkTable = {
  token_digest: Buffer
  member_id: string
  about: string
  old_email: string | null
  made_at: Date
  expires_at: Date
  used_at: Date | null
}

type StaffCompromiseLinkTable = Omit<CompromiseLinkTable, 'member_id' | 'old_email'> & {
  staff_id: string
}

type StaffFactorResetTable = {
  id: string
  staff_id: string
  reason: string
  agreed_at: Date
  agreed_by: string
  due_at: Date
  done_at: Date | null
  stopped_at: Date | null
  stopped_by: string | null
}

export type IdentityTables = {
  credential: CredentialTable
  member: MemberTable
  closed_identity: ClosedIdentityTable
  staff: StaffTable
  consent: ConsentTable
  session: SessionTable
  email_code: EmailCodeTable
  reset_token: ResetTokenTable
  authenticator: AuthenticatorTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  mfa_challenge: MfaChallengeTable
  sign_in: SignInTable
  email_change: EmailChangeTable
  compromise_link: CompromiseLinkTable
  staff_factor_reset: StaffFactorResetTable
  staff_compromise_link: StaffCompromiseLinkTable
}
