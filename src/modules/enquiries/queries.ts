import type { Selectable } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { computeKeyedDigest } from '#platform/auth/secrets.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type Enquiry,
  type EnquiryKind,
  type EnquiryReply,
  type EnquiryState,
  MAX_FORM_AGE_MS,
  MAX_REPLIES,
  refusals,
} from './model.ts'
import type { EnquiryTables } from './tables.ts'

const selectEnquiries = (reader: Reader) =>
  reader.withTables<EnquiryTables>().selectFrom('enquiry').selectAll()

/** Returns an enquiry from its row. */
export const toEnquiry = (row: Selectable<EnquiryTables['enquiry']>): Enquiry => ({
  id: row.id,
  sequence: row.sequence,
  kind: row.kind,
  name: row.name,
  email: row.email,
  phone: row.phone,
  subject: row.subject,
  message: row.message,
  cv:
    row.cv_key && row.cv_type && row.cv_bytes !== null && row.cv_sha256
      ? { key: row.cv_key, type: row.cv_type, bytes: Number(row.cv_bytes), sha256: row.cv_sha256 }
      : null,
  receivedAt: row.received_at,
  state: row.state,
  assignedTo: row.assigned_to,
  handledAt: row.handled_at,
  handledBy: row.handled_by,
})

/** Lists the replies to an enquiry, oldest first. */
export async function listReplies(reader: Reader, enquiryId: string): Promise<EnquiryReply[]> {
  const rows = await reader
    .withTables<EnquiryTables>()
    .selectFrom('enquiry_reply')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('sequence')
    .limit(MAX_REPLIES)
    .execute()

  return rows.map((row) => ({
    id: row.id,
    message: row.message,
    sentBy: row.sent_by,
    sentAt: row.sent_at,
  }))
}

/** Lists the other enquiries from the address of one, newest first, at most 20. */
export async function listFromSameAddress(
  reader: Reader,
  { id, email }: Pick<Enquiry, 'id' | 'email'>,
): Promise<Enquiry[]> {
  const rows = await selectEnquiries(reader)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .where('id', '<>', id)
    .orderBy('sequence', 'desc')
    .limit(20)
    .execute()

  return rows.map(toEnquiry)
}

/** Returns one enquiry. Throws `not_found` (404). */
export async function getEnquiry(reader: Reader, id: string): Promise<Enquiry> {
  const row = await selectEnquiries(reader).where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('The message')
  return toEnquiry(row)
}

/** `open`: all that are not answered. */
export type EnquiryFilter = {
  kind?: EnquiryKind
  state?: EnquiryState | 'open'
  before?: bigint
  limit?: number
}

/** Lists enquiries, newest first, at most 200. */
export async function listEnquiries(
  reader: Reader,
  filter: EnquiryFilter = {},
): Promise<Enquiry[]> {
  let query = selectEnquiries(reader)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  if (filter.state === 'open') query = query.where('state', '<>', 'answered')
  else if (filter.state) query = query.where('state', '=', filter.state)
  if (filter.before !== undefined) query = query.where('sequence', '<', filter.before)

  const limit = Math.min(filter.limit ?? 50, 200)
  return (await query.orderBy('sequence', 'desc').limit(limit).execute()).map(toEnquiry)
}

/** Counts the unread enquiries, and the unanswered ones including those. */
export async function countEnquiries(reader: Reader): Promise<{ unread: number; open: number }> {
  const { unread, open } = await reader
    .withTables<EnquiryTables>()
    .selectFrom('enquiry')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('open'),
      fn.countAll<bigint>().filterWhere('state', '=', 'new').as('unread'),
    ])
    .where('state', '<>', 'answered')
    .executeTakeFirstOrThrow()

  return { unread: Number(unread), open: Number(open) }
}

/** Returns when the oldest unanswered enquiry was received, or null. */
export async function findOldestOpenEnquiry(reader: Reader): Promise<Date | null> {
  const { oldest } = await reader
    .withTables<EnquiryTables>()
    .selectFrom('enquiry')
    .select(({ fn }) => fn.min('received_at').as('oldest'))
    .where('state', '<>', 'answered')
    .executeTakeFirstOrThrow()

  return oldest
}

type Stamps = Pick<App, 'config' | 'clock'>
const PURPOSE = 'enquiry-form'

const signStamp = (app: Stamps, at: string) =>
  computeKeyedDigest(app.config, PURPOSE, at).toString('base64url').slice(0, 24)

/** Returns a signed stamp for a form: the time at which this server displayed it. */
export function createFormStamp(app: Stamps): string {
  const at = app.clock.now().getTime().toString(36)
  return `${at}.${signStamp(app, at)}`
}

/** Throws unless this server displayed the form within the last day. */
export function assertFormShown(app: Stamps, stamp: string): void {
  const [at = '', signed] = stamp.split('.')
  const age = app.clock.now().getTime() - Number.parseInt(at, 36)
  if (signed !== signStamp(app, at) || !(age <= MAX_FORM_AGE_MS)) throw refusals.tooOld()
}

/** Lists those of the keys that an application references. */
export async function listReferencedCvs(reader: Reader, keys: string[]): Promise<string[]> {
  const rows = await selectEnquiries(reader).where('cv_key', 'in', keys).execute()
  return rows.flatMap(({ cv_key: key }) => (key ? [key] : []))
}
