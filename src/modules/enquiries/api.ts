import type { z } from 'zod'
import { createNotFoundError, DomainError, type FieldRefusal } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { readBody } from '#platform/http/body.ts'
import { implementCalls } from '#platform/http/http.ts'
import { openBodyPlace } from '#platform/http/large-bodies.ts'
import { assertSameOrigin } from '#platform/http/request-sanity.ts'
import { markEnquiry } from './commands/mark-enquiry.ts'
import { type RequestSource, sendEnquiry } from './commands/send-enquiry.ts'
import { sendReply } from './commands/send-reply.ts'
import { applicationForm, enquiriesContract, enquiryForm } from './contract.ts'
import { type EnquiryKind, formatReference, refusals } from './model.ts'
import { buildEnquiryResponses, buildThreadResponse } from './presenters/enquiry.ts'
import { countEnquiries, getEnquiry, listEnquiries } from './queries.ts'

const calls = implementCalls(enquiriesContract)

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
    const reference = formatReference(await send(app, { address: request.ip }, input))
    return { message: `Thanks, we’ve got your message. Your reference is ${reference}.` }
  }),
  list: calls.list.handler(async ({ context: { app }, input: { kind, state, before } }) => {
    const enquiries = await listEnquiries(app.db, {
      ...(kind && { kind }),
      ...(state && { state }),
      ...(before && { before: BigInt(before) }),
    })

    const counts = await countEnquiries(app.db)
    return {
      message: 'Messages',
      data: { ...counts, enquiries: await buildEnquiryResponses(app.db, enquiries) },
    }
  }),
  one: calls.one.handler(async ({ context: { app }, input }) => {
    const enquiry = await getEnquiry(app.db, input.id)
    return { message: 'Message', data: await buildThreadResponse(app.db, enquiry) }
  }),
  cv: calls.cv.handler(async ({ context: { app }, input }) => await readCvFile(app, input.id)),
  mark: calls.mark.handler(async ({ context: { app, admin }, input }) => {
    const marked = await markEnquiry(app, admin(), input)
    return { message: 'Saved', data: await buildThreadResponse(app.db, marked) }
  }),
  reply: calls.reply.handler(async ({ context: { app, admin }, input }) => {
    const answered = await sendReply(app, admin(), input)
    return { message: 'Reply sent', data: await buildThreadResponse(app.db, answered) }
  }),
})

/** The result of a page's form: accepted, or its errors with the values that were entered. */
export type FormAnswer =
  | { sent: true; reference: string }
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

    const fields = await readBody(raw, { fileField: 'cv' }, place)
    written = Object.fromEntries(
      Object.entries(fields).filter(
        (field): field is [string, string] => typeof field[1] === 'string',
      ),
    )

    const read = (kind === 'career' ? applicationForm : enquiryForm).safeParse({ ...fields, kind })
    if (!read.success) {
      const errors = [...pickFirstErrors(read.error.issues), ...listMissingFile(kind, fields)]
      return { sent: false, status: 400, errors, written }
    }

    return { sent: true, reference: formatReference(await send(app, from, read.data)) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const refused = { field: error.field ?? '', message: error.message }
    return { sent: false, status: error.status, errors: [refused], written }
  } finally {
    place.release()
  }
}

/**
 * Returns the error of an application without a file, to show it with those of the other fields.
 */
function listMissingFile(kind: EnquiryKind, { cv }: Record<string, unknown>): FieldRefusal[] {
  if (kind !== 'career' || (cv instanceof File && cv.size > 0)) return []

  return [...refusals.noCv().errors]
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
