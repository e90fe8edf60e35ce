import type { Selectable } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { type ColumnTypes, restoreRow } from '#platform/db/read-batch.ts'
import type { Admin, Member } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

export type MemberRow = Selectable<IdentityTables['member']>
type StaffRow = Selectable<IdentityTables['staff']>

/** Maps a row of `member`. */
export const toMember = (row: MemberRow): Member => ({
  kind: 'member',
  id: row.id,
  label: `${row.first_name} ${row.last_name}`,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phoneNumber: row.phone_number,
  country: row.country,
  referralCode: row.referral_code,
  referredBy: row.referred_by,
  campaign: row.campaign,
  status: row.status,
  suspendedReason: row.suspended_reason,
  reviewOn: row.review_on,
  withdrawalsFrozenUntil: row.withdrawals_frozen_until,
  createdAt: row.created_at,
  signedUpOn: row.signed_up_on,
  verifiedAt: row.verified_at,
  lastSignInAt: row.last_sign_in_at,
  profileVersion: row.profile_version,
})

/** Maps a row of `staff`. */
export const toAdmin = (row: StaffRow): Admin => ({
  kind: 'admin',
  id: row.id,
  label: `${row.first_name} ${row.last_name}`,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
  lastSignInAt: row.last_sign_in_at,
  suspended: row.suspended_at && { at: row.suspended_at, reason: row.suspended_reason ?? '' },
  invitedBy: row.invited_by,
  decidesSince: row.decides_since,
})

/** Returns the reader with the tables of this module. */
export const getTables = (reader: Reader) => reader.withTables<IdentityTables>()

/** The columns of a member that JSON has no type for. */
export const MEMBER_TYPES: ColumnTypes<MemberRow> = {
  withdrawals_frozen_until: 'instant',
  created_at: 'instant',
  verified_at: 'instant',
  last_sign_in_at: 'instant',
  closed_at: 'instant',
}

const STAFF_TYPES: ColumnTypes<StaffRow> = {
  created_at: 'instant',
  last_sign_in_at: 'instant',
  suspended_at: 'instant',
  decides_since: 'instant',
  changed_at: 'instant',
}

/** Maps a row of `member` that was read as JSON. */
export const restoreMember = (json: object): Member =>
  toMember(restoreRow<MemberRow>(json, MEMBER_TYPES))

/** Maps a row of `staff` that was read as JSON. */
export const restoreAdmin = (json: object): Admin =>
  toAdmin(restoreRow<StaffRow>(json, STAFF_TYPES))
