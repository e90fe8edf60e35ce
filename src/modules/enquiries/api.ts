import type { z } from 'zod'
import { createNotFoundError, DomainError, type FieldRefusal } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { readBody } from '#platform/http/body.ts'
import { implementCalls } from '#platform/http/http.ts'
import { openBodyPlace } from '#platform/http/large-bodies.ts'
import { assertSameOrigin } from '#platform/http/request-sanity.ts'
import { markEnquiry } from './commands/mark-enquiry.ts'
import { type RequestSource, sendEnquiry } from './commands/send-enquiry.ts'
import { applicationForm, enquiriesContract, enquiryForm } from './contract.ts'
import type { Enquiry, EnquiryKind } from './model.ts'
import { countEnquiries, getEnquiry, listEnquiries } from './queries.ts'

const calls = implementCalls(enquiriesContract)

const toEnquiryResponse = ({ id, sequence, cv, handledBy: _by, ...rest }: Enquiry) => ({
  ...rest,
  _id: id,
  sequence: String(sequence),
  cv: cv && {
    path: `/api/admin/enquiries/${id}/cv`,
    type: cv.type,
    bytes: cv.bytes,
    sha256: cv.sha256,
  },
})

const send = async (
  app: App,
  from: RequestSource,
  { cv, ...written }: z.infer<typeof enquiryForm>,
) =>
  await sendEnquiry(app, from, {
    ...written,
    cv: cv instanceof File && cv.size > 0 ? new Uint8Array(await cv.arrayBuffer()) : undefined,
  })

async function readCvFile(app: App, id: string): Promise<File> {
  const { cv } = await getEnquiry(app.db, id)
  if (!cv) throw createNotFoundError('The file')
  const content = await app.files.read(cv.key)
  const extension = cv.type.split('/')[1] ?? 'bin'
  return new File([Uint8Array.from(content)], `cv-${id}.${extension}`, { type: cv.type })
}

export const enquiriesApi = calls.router({
  form: calls.form.handler(async ({ context: { app, request }, input }) => {
    await send(app, { address: request.ip }, input)
    return { message: 'Thank you. Your message has arrived.' }
  }),
  list: calls.list.handler(async ({ context: { app }, input: { kind, state, before } }) => {
    const enquiries = await listEnquiries(app.db, {
      ...(kind && { kind }),
      ...(state && { state }),
      ...(before && { before: BigInt(before) }),
    })

    const data = { ...(await countEnquiries(app.db)), enquiries: enquiries.map(toEnquiryResponse) }
    return { message: 'Messages', data }
  }),
  one: calls.one.handler(async ({ context: { app }, input }) => {
    return { message: 'Message', data: toEnquiryResponse(await getEnquiry(app.db, input.id)) }
  }),
  cv: calls.cv.handler(async ({ context: { app }, input }) => await readCvFile(app, input.id)),
  mark: calls.mark.handler(async ({ context: { app, admin }, input }) => {
    const handled = await markEnquiry(app, admin(), input)
    return { message: 'Noted', data: toEnquiryResponse(handled) }
  }),
})

/** The result of a page's form: accepted, or its errors with the values that were entered. */
export type FormAnswer =
  | { sent: true }
  | { sent: false; status: number; errors: FieldRefusal[]; written: Record<string, string> }

/**
 * Takes the form of a page that works without JavaScript: the same as the call, with every field's
 * refusal at once.
 */
export async function takeForm(
  app: App,
  from: RequestSource,
  raw: Request,
  kind: EnquiryKind,
): Promise<FormAnswer> {
  const place = openBodyPlace(from.address)
  let written: Record<string, string> = {}

  try {
    assertSameOrigin(raw, app.config.PUBLIC_URL)

    const fields = await readBody(raw, true, place)
    written = Object.fromEntries(
      Object.entries(fields).filter(
        (field): field is [string, string] => typeof field[1] === 'string',
      ),
    )

    const read = (kind === 'career' ? applicationForm : enquiryForm).safeParse({ ...fields, kind })
    if (!read.success)
      return { sent: false, status: 400, errors: pickFirstErrors(read.error.issues), written }

    await send(app, from, read.data)

    return { sent: true }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const refused = { field: error.field ?? '', message: error.message }
    return { sent: false, status: error.status, errors: [refused], written }
  } finally {
    place.release()
  }
}

function pickFirstErrors(
  issues: readonly { path: PropertyKey[]; message: string }[],
): FieldRefusal[] {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path.join('.')
    if (!first.has(field)) first.set(field, message)
  }
  return [...first].map(([field, message]) => ({ field, message }))
}
