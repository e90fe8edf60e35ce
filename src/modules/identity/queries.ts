export {
  type ClosedIdentity,
  findClosedIdentity,
  findIdentityEnd,
  listErasableIdentities,
} from './queries/closed-identity.ts'
export {
  assertAllConsented,
  assertConsented,
  type Consent,
  listConsents,
  listMissingConsents,
  selectConsents,
} from './queries/consents.ts'
export {
  countActive,
  countMembers,
  listMemberPage,
  MEMBER_ORDERS,
  type MemberFilter,
  selectMemberIds,
} from './queries/member-lists.ts'
export { type MemberSearch, resolveMemberSearch } from './queries/member-search.ts'
export {
  type EmailChange,
  findEmailChange,
  findMemberByEmail,
  findMemberByReferralCode,
  getMember,
  listMembers,
  selectMember,
  takeMember,
} from './queries/members.ts'
export {
  attachMemberNames,
  listMembersById,
  listOpenMemberIds,
  listReferredMembers,
} from './queries/members-by-id.ts'
export {
  findAdminByEmail,
  findPasswordHash,
  getAdmin,
  getPerson,
  listStaff,
  listStaffAtWork,
  listStaffLines,
  type StaffLine,
} from './queries/people.ts'
export {
  assertRecentAuth,
  assertRecentFactor,
  assertRecentStaffAuth,
  findAwaited,
} from './queries/recent-auth.ts'
export { findSessionIdentity, listSessionHistory, listSignInHistory } from './queries/sessions.ts'
export { countPasskeyDeciders, listKeyHolders } from './queries/staff.ts'
