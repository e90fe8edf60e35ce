import { createHash } from 'node:crypto'
import { createId } from '#lib/ids.ts'
import { assertName } from '#lib/person-names.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import type { SafeFile } from '#platform/files/safe-file.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import { limit, TooManyTries, toCallSource } from '#platform/http/limit.ts'
import { type Enquiry, type EnquiryKind, formatReference, LIMITS, refusals } from '../model.ts'
import { assertFormShown, toEnquiry } from '../queries.ts'
import type { EnquiryTables } from '../tables.ts'

/** The origin of a request. */
export type RequestSource = { address: string }

export type SendEnquiry = {
  kind: EnquiryKind
  name: string
  email: string
  phone?: string | undefined
  subject: string
  message: string
  cv?: Uint8Array | undefined
  /** A field that is hidden from people; a value means that a program filled it in. */
  website?: string | undefined
  /** The stamp that `createFormStamp` wrote into the form. */
  shown: string
}

/**
 * Stores a visitor's enquiry, with the file of an application, emails it to the operator and
 * acknowledges it to the writer. Spam protection needs no third party: a hidden field, a signed
 * stamp of the form, and limits by network address, by email address and in total. A rejected file
 * counts too. A rejected enquiry leaves no row and no file.
 */
export async function sendEnquiry(
  app: App,
  from: RequestSource,
  input: SendEnquiry,
): Promise<Enquiry> {
  if (input.website?.trim()) throw refusals.trap()

  assertFormShown(app, input.shown)
  assertName(input.name, 'name')
  if (input.kind === 'career' && !input.cv?.length) throw refusals.noCv()

  await countEnquiry(app, toCallSource(from.address), input)

  const cv = input.kind === 'career' && input.cv ? await sanitiseUpload(input.cv, 'cv') : null
  const enquiry = await storeEnquiry(app, input, cv)

  app.events.publish(STAFF, 'enquiries')

  return enquiry
}

/** Throws 429 above a limit; when many sources write, each may send few. */
async function countEnquiry(app: App, source: string, { email, kind }: SendEnquiry): Promise<void> {
  await limit(app, 'enquiry-from', source, LIMITS.from)
  await limit(app, 'enquiry', email.toLowerCase(), LIMITS.email)
  if (await isBusy(app)) await limit(app, 'enquiry-from-when-busy', source, LIMITS.fromWhenBusy)
  if (kind === 'career') await limit(app, 'enquiry-files', 'all', LIMITS.files)
  await limit(app, 'enquiry-all', 'all', LIMITS.all)
}

/** Counts one enquiry and returns whether all sources together sent more than usual. */
async function isBusy(app: App): Promise<boolean> {
  try {
    await limit(app, 'enquiry-before-busy', 'all', LIMITS.beforeBusy)
    return false
  } catch (error) {
    if (error instanceof TooManyTries) return true
    throw error
  }
}

/**
 * Removes the file only while no row can reference it: a failed COMMIT may have succeeded on the
 * server.
 */
async function storeEnquiry(app: App, input: SendEnquiry, cv: SafeFile | null): Promise<Enquiry> {
  const key = cv && `cvs/${createId('cv')}`
  let committing = false

  if (cv && key) await app.files.write(key, cv.content)

  try {
    return await runInTransaction(app.db, async (tx) => {
      committing = false

      const row = await tx
        .withTables<EnquiryTables>()
        .insertInto('enquiry')
        .values({
          id: createId('enq'),
          kind: input.kind,
          name: input.name,
          email: input.email,
          phone: input.phone?.trim() || null,
          subject: input.subject,
          message: input.message,
          ...toCvColumns(key, cv),
          received_at: app.clock.now(),
          state: 'new',
          assigned_to: null,
          handled_at: null,
          handled_by: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()

      const enquiry = toEnquiry(row)
      await notifyOperator(app, tx, enquiry)
      await acknowledge(app, tx, enquiry)
      committing = true

      return enquiry
    })
  } catch (error) {
    if (key && !committing) await discardFiles(app, [key])
    throw error
  }
}

const toCvColumns = (key: string | null, cv: SafeFile | null) => ({
  cv_key: key,
  cv_type: cv?.type ?? null,
  cv_bytes: cv ? BigInt(cv.content.length) : null,
  cv_sha256: cv ? createHash('sha256').update(cv.content).digest('hex') : null,
})

async function notifyOperator(app: App, tx: Tx, enquiry: Enquiry): Promise<void> {
  const { email } = await getSetting(tx, app.config, 'operator')
  if (!email) return

  const { id, kind, name, email: replyTo, phone, subject, message, cv } = enquiry
  const reference = formatReference(enquiry)
  await notify(tx, app, { to: email }, 'enquiry-received', {
    enquiryId: id,
    reference,
    kind,
    name,
    replyTo,
    phone,
    subject,
    message,
    hasFile: cv !== null,
  })
}

/** Mails the reference to the address of the form, without any text that the form brought. */
const acknowledge = async (app: App, tx: Tx, enquiry: Enquiry) =>
  await notify(tx, app, { to: enquiry.email }, 'enquiry-acknowledged', {
    reference: formatReference(enquiry),
    kind: enquiry.kind,
  })
