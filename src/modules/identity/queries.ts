// Long because every read of members, staff and their sessions is behind this one door.
import { type Selectable, sql } from 'kysely'
import { createNotFoundError, type DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { parseSearchAmount } from '#lib/parse-search-amount.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type BoundedCount,
  countRows,
  getMaxCount,
  MAX_COUNT,
  type PageQuery,
  type PageResult,
  readPage,
  type Search,
} from '#platform/db/pages.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import type { Session as CallSession } from '#platform/http/http.ts'
import { hasFactor, RECENT_AUTH_MS, refusals } from './model/factors.ts'

import {
  type Admin,
  buildConsentStatements,
  failures,
  type Member,
  type MemberStatus,
  normalizeEmail,
  type Person,
  REFERRAL_CODE,
  type Session,
  type SessionIdentity,
} from './model.ts'
import { getFactors } from './queries/factors.ts'
import { listStaffFacts, type StaffFacts } from './queries/staff.ts'
import type { IdentityTables } from './tables.ts'

type MemberRow = Selectable<IdentityTables['member']>
type StaffRow = Selectable<IdentityTables['staff']>

const toMember = (row: MemberRow): Member => ({
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

const toAdmin = (row: StaffRow): Admin => ({
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
})

const getTables = (reader: Reader) => reader.withTables<IdentityTables>()

/** The member, or a 404. */
export async function getMember(reader: Reader, id: string): Promise<Member> {
  const row = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('This member')

  return toMember(row)
}

/** The member behind an e-mail address, however it is written, or null. */
export async function findMemberByEmail(reader: Reader, email: string): Promise<Member | null> {
  const key = normalizeEmail(email)
  const row = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('email', '=', key)
    .where('status', '!=', 'closed')
    .executeTakeFirst()

  return row ? toMember(row) : null
}

/** The member whose referral code this is, or null; small letters are no code. */
export async function findMemberByReferralCode(
  reader: Reader,
  code: string,
): Promise<Member | null> {
  if (!REFERRAL_CODE.test(code)) return null

  const row = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('referral_code', '=', code)
    .where('status', '!=', 'closed')
    .executeTakeFirst()

  return row ? toMember(row) : null
}

/** All members who haven't left, newest first. */
export async function listMembers(reader: Reader): Promise<Member[]> {
  const rows = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('status', '!=', 'closed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

  return rows.map(toMember)
}

/**
 * Each of the words has to begin one of the name, the address, the id, the referral code or the
 * phone number.
 */
export type MemberFilter = Search & { status?: Exclude<MemberStatus, 'closed'> | undefined }

export const MEMBER_ORDERS = ['registered', 'name', 'email'] as const
type Order = { by: (typeof MEMBER_ORDERS)[number]; descending: boolean }

const filterMembers = (reader: Reader, { search, status, since, until }: MemberFilter) =>
  getTables(reader)
    .selectFrom('member')
    .$if(status === undefined, (query) => query.where('status', '!=', 'closed'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`words @@ words_wanted(${search ?? ''})`),
    )
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('created_at', '<', until ?? new Date(0)))

/** The ids of those whom a filter leaves, to be a part of another query. */
export const selectMemberIds = (reader: Reader, filter: MemberFilter) =>
  filterMembers(reader, filter).select('id')

/**
 * How many members a filter leaves; exact where it asks for no more than a status, else up to a
 * bound.
 */
export async function countMembers(
  reader: Reader,
  filter: MemberFilter = {},
  atMost = MAX_COUNT,
): Promise<BoundedCount> {
  const { search, status, since, until } = filter
  if (search === undefined && since === undefined && until === undefined) {
    const many = [...(await readStatusCounts(reader, 'member'))].filter(([each]) =>
      status ? each === status : each !== 'closed',
    )
    return { total: many.reduce((sum, [, { many }]) => sum + many, 0), more: false }
  }

  return await countRows(reader, filterMembers(reader, filter).select('id'), atMost)
}

/** One page of the members who haven't left. */
export async function listMemberPage(
  reader: Reader,
  filter: MemberFilter,
  order: Order,
  pageRequest: PageQuery,
): Promise<PageResult<Member>> {
  const counted = await countMembers(reader, filter, getMaxCount(pageRequest))
  return await readPage(pageRequest, counted, order.descending, async (way, offset, limit) => {
    let query = filterMembers(reader, filter).selectAll().offset(offset).limit(limit)
    if (order.by === 'registered')
      query = query.orderBy('created_at', way).orderBy('id', way === 'desc' ? 'asc' : 'desc')
    if (order.by === 'name')
      query = query.orderBy('first_name', way).orderBy('last_name', way).orderBy('id', way)
    if (order.by === 'email') query = query.orderBy('email', way)

    return (await query.execute()).map(toMember)
  })
}

/** Of the members whom words are about, so many are looked at: more words find fewer people. */
const MOST_MEMBERS = 1_000

/**
 * What a list of what members asked for is searched for: nothing, one of its ids, an amount, or its
 * members.
 */
export type Sought = {
  ids?: readonly string[]
  amount?: Cents
  members?: string[]
  tooMany: boolean
}

/** What the words above such a list are about; `named` finds what they name outright. */
export async function resolveMemberSearch(
  reader: Reader,
  words: string | undefined,
  named: (words: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Sought> {
  if (words === undefined) return { tooMany: false }

  const ids = await named(words)
  if (ids.length > 0) return { ids, tooMany: false }

  const amount = parseSearchAmount(words)
  if (amount !== null) return { amount, tooMany: false }

  const found = filterMembers(reader, { search: words })
    .select('id')
    .limit(MOST_MEMBERS + 1)
  const members = (await found.execute()).map(({ id }) => id)

  return { members: members.slice(0, MOST_MEMBERS), tooMany: members.length > MOST_MEMBERS }
}

/** How many members signed in since an instant or hold a position. */
export async function countActive(reader: Reader, since: Date): Promise<number> {
  const { rows } = await sql<{ many: bigint }>`select active_members(${since}) as many`.execute(
    reader,
  )
  return Number(rows[0]?.many ?? 0n)
}

/** The members with these ids, by id: for lists that name people. */
export async function listMembersById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  if (ids.length === 0) return new Map()

  const rows = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()

  return new Map(rows.map((row) => [row.id, toMember(row)]))
}

/**
 * These rows, each with the name and the address of its member, and until when nothing may leave
 * for them.
 */
export async function attachMemberNames<Row extends { memberId: string }>(
  reader: Reader,
  rows: readonly Row[],
) {
  const members = await listMembersById(
    reader,
    rows.map(({ memberId }) => memberId),
  )

  return rows.map((row) => {
    const member = members.get(row.memberId)
    const {
      label = 'Erased member',
      email = '',
      withdrawalsFrozenUntil: frozenUntil = null,
    } = member ?? {}

    return { ...row, name: label, email, frozenUntil }
  })
}

/** The members who signed up with a referral code, newest first. */
export async function listReferredMembers(reader: Reader, code: string): Promise<Member[]> {
  const rows = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('referred_by', '=', code)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

  return rows.map(toMember)
}

/** The member of staff, or a 404. */
export async function getAdmin(reader: Reader, id: string): Promise<Admin> {
  const row = await getTables(reader)
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('This admin')

  return toAdmin(row)
}

/** The member of staff behind an e-mail address, however it is written, or null. */
export async function findAdminByEmail(reader: Reader, email: string): Promise<Admin | null> {
  const key = normalizeEmail(email)
  const row = await getTables(reader)
    .selectFrom('staff')
    .selectAll()
    .where('email', '=', key)
    .executeTakeFirst()

  return row ? toAdmin(row) : null
}

/** Whoever has this id, of the members or the staff; a 404 for nobody. */
export const getPerson = (reader: Reader, id: string): Promise<Person> =>
  id.startsWith('adm_') ? getAdmin(reader, id) : getMember(reader, id)

/** Everyone of the staff, oldest first. */
export async function listStaff(reader: Reader): Promise<Admin[]> {
  const rows = await getTables(reader)
    .selectFrom('staff')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return rows.map(toAdmin)
}

export type StaffLine = Admin & StaffFacts

/** Everyone of the staff with how they get in, oldest first. */
export async function listStaffLines(reader: Reader, now: Date): Promise<StaffLine[]> {
  const facts = await listStaffFacts(reader, now)
  const none = { invited: true, hasFactor: false, openSessions: 0, resetDueAt: null }
  return (await listStaff(reader)).map((admin) => ({ ...admin, ...(facts.get(admin.id) ?? none) }))
}

/** Those of the staff whose access isn't suspended: who is told of what happens. */
export async function listStaffAtWork(reader: Reader): Promise<Admin[]> {
  return (await listStaff(reader)).filter(({ suspended }) => suspended === null)
}

/** The hash of a person's password; null when no such person has one. */
export async function findPasswordHash(
  reader: Reader,
  personId: string | undefined,
): Promise<string | undefined> {
  const row = await getTables(reader)
    .selectFrom('credential')
    .select('password_hash')
    .where('person_id', '=', personId ?? '')
    .executeTakeFirst()

  return row?.password_hash || undefined
}

/**
 * Who a token speaks for at this moment; null when it was ended, has idled too long, or never was
 * one.
 */
export async function findSessionIdentity(
  reader: Reader,
  token: string,
  now: Date,
): Promise<SessionIdentity | null> {
  const digest = hashToken(token)
  const live = getTables(reader)
    .selectFrom('session')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)

  const row =
    (await live.where('token_digest', '=', digest).executeTakeFirst()) ??
    (await live
      .where('before_digest', '=', digest)
      .where('before_until', '>', now)
      .executeTakeFirst())
  if (!row) return null

  const session: Session = {
    id: row.id,
    remembered: row.remembered,
    createdAt: row.created_at,
    lastSeenAt: row.seen_at,
    idleUntil: row.idle_until,
    endsAt: row.ends_at,
  }

  const person = await getPerson(reader, row.person_id)
  if (person.kind === 'admin' && person.suspended) return null

  return person.kind === 'admin'
    ? { kind: 'admin', admin: person, session }
    : { kind: 'member', member: person, session }
}

const withFactor = sql<boolean>`exists (select from authenticator a where a.person_id =
  session.person_id and a.confirmed_at is not null)
  or exists (select from passkey p where p.person_id = session.person_id)`

/**
 * When a session last proved who uses it, as far as that counts; and whether its person has a
 * second factor.
 */
async function findSessionProof(reader: Reader, sessionId: string) {
  return await getTables(reader)
    .selectFrom('session')
    .select(['proved_at', 'proved_by', withFactor.as('has_factor')])
    .where('id', '=', sessionId)
    .executeTakeFirst()
}

type RecentAuthApp = Pick<App, 'db' | 'clock'>

/**
 * Lets an act go on whose session proved within five minutes who uses it: by a second factor where
 * one is set up, else by the password. Throws `step_up_needed` (403), which the browser answers by
 * asking and sending the act again.
 */
export async function assertRecentAuth(
  app: RecentAuthApp,
  session: { id: string } | null,
): Promise<void> {
  const proof = session && (await findSessionProof(app.db, session.id))
  if (!proof || !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

type ProofRow = NonNullable<Awaited<ReturnType<typeof findSessionProof>>>

const isRecentAuth = ({ proved_at, proved_by, has_factor }: ProofRow, now: Date) =>
  now.getTime() - proved_at.getTime() < RECENT_AUTH_MS && !(has_factor && proved_by === 'password')

/**
 * The same for an act whose form asks for the password itself: only where there is a second factor
 * to show beside it.
 */
export async function assertRecentFactor(
  app: RecentAuthApp,
  session: { id: string } | null,
): Promise<void> {
  const proof = session && (await findSessionProof(app.db, session.id))
  if (proof?.has_factor && !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

/**
 * The same for the staff moving money: in live always, in the sandbox where a second factor is set
 * up.
 */
export async function assertRecentStaffAuth(
  app: RecentAuthApp & Pick<App, 'config'>,
  session: Pick<CallSession, 'id'>,
): Promise<void> {
  const proof = await findSessionProof(app.db, session.id)
  if (app.config.MODE === 'sandbox' && !proof?.has_factor) return
  if (!proof || !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

/**
 * What somebody who is signed in has to do before anything else; in live a member of staff sets a
 * second factor up.
 */
export async function findAwaited(
  { db, config }: Pick<App, 'db' | 'config'>,
  found: SessionIdentity,
): Promise<DomainError | null> {
  if (config.MODE === 'sandbox' || found.kind === 'member') return null
  return hasFactor(await getFactors(db, found.admin.id)) ? null : refusals.setUpFactor()
}

export type EmailChange = { newEmail: string; requestedAt: Date; expiresAt: Date }

/** The change of address that a member has asked for and can still confirm, or null. */
export async function findEmailChange(
  reader: Reader,
  memberId: string,
  now: Date,
): Promise<EmailChange | null> {
  const row = await getTables(reader)
    .selectFrom('email_change')
    .select(['new_email as newEmail', 'asked_at as requestedAt', 'expires_at as expiresAt'])
    .where('member_id', '=', memberId)
    .where('done_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

  return row ?? null
}

export type Consent = { document: string; version: string; statement: string; shownAt: Date }

/** What a member has agreed to, oldest first, in the words that were shown. */
export async function listConsents(reader: Reader, memberId: string): Promise<Consent[]> {
  return await getTables(reader)
    .selectFrom('consent')
    .select(['document', 'version', 'statement', 'shown_at as shownAt'])
    .where('member_id', '=', memberId)
    .orderBy('shown_at')
    .orderBy('document')
    .execute()
}

/** Which of the present texts a member hasn't agreed to yet; none when all is as they left it. */
export async function listMissingConsents(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
  memberId: string,
) {
  const consents = await listConsents(reader, memberId)
  return buildConsentStatements(await getSetting(reader, config, 'legal')).filter(
    ({ document, version }) =>
      !consents.some((one) => one.document === document && one.version === version),
  )
}

/**
 * Holds that a member has agreed to the present texts: what brings new money in asks this, what
 * takes it out never does.
 */
export async function assertConsented(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
  memberId: string,
): Promise<void> {
  if ((await listMissingConsents(reader, config, memberId)).length > 0)
    throw failures.consentNeeded()
}

/** Tries to sign in as a person before a moment, newest first, as far as they are kept. */
export async function listSignInHistory(
  reader: Reader,
  personId: string,
  before: Date,
  limit: number,
) {
  return await getTables(reader)
    .selectFrom('sign_in')
    .select(['id', 'at', 'outcome', 'near', 'user_agent as userAgent'])
    .where('person_id', '=', personId)
    .where('at', '<', before)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/** Every session of a member that is still kept, newest first. */
export async function listSessionHistory(reader: Reader, memberId: string) {
  return await getTables(reader)
    .selectFrom('session')
    .select(['created_at as openedAt', 'seen_at as lastSeenAt', 'ended_at as endedAt'])
    .select(['ended_because as endedBecause', 'address', 'user_agent as browser', 'remembered'])
    .where('person_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .execute()
}
