import type { App } from '#platform/app.ts'
import { type SendEnquiry, sendEnquiry } from './commands/send-enquiry.ts'
import type { Enquiry } from './model.ts'
import { createFormStamp } from './queries.ts'

let written = 0

/** Builds a visitor's enquiry, unless overridden. */
export const buildEnquiryInput = (app: App, rest: Partial<SendEnquiry> = {}): SendEnquiry => ({
  kind: 'contact',
  name: 'Nadia Visitor',
  email: `nadia-${++written}@example.com`,
  subject: 'A question',
  message: 'How long does a withdrawal take?',
  shown: createFormStamp(app),
  ...rest,
})

/** Sends an enquiry. */
export const createTestEnquiry = (app: App, rest: Partial<SendEnquiry> = {}): Promise<Enquiry> =>
  sendEnquiry(app, { address: `192.0.2.${++written % 250}` }, buildEnquiryInput(app, rest))

/** Builds a PDF of one empty page. */
export function buildCvDocument(): Uint8Array {
  const body = [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj',
    '',
  ].join('\n')

  const end =
    `xref\n0 1\n0000000000 65535 f \ntrailer <</Root 1 0 R /Size ` +
    `4>>\nstartxref\n${body.length}\n%%EOF\n`
  return new TextEncoder().encode(body + end)
}
