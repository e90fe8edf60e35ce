import sharp from 'sharp'
import type { Admin, Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { beginVerification } from './commands/begin-verification.ts'
import { passVerification } from './commands/pass-verification.ts'
import { saveIdentityDetails } from './commands/save-identity-details.ts'
import { submitVerification } from './commands/submit-verification.ts'
import { uploadDocument } from './commands/upload-document.ts'
import {
  DOCUMENT_NAMES,
  type DocumentKind,
  type IdentityDetails,
  LEVEL_CHECKS,
  LEVEL_DOCUMENTS,
  type Level,
} from './model.ts'
import { findIdentityDetails, listVerifications } from './queries.ts'

export type SampleVerification = {
  member: Member
  level: Level
  details: IdentityDetails
  /** The reviewer and the re-check date; without them it stays in review. */
  passed?: { by: Admin; recheckOn: string }
}

/**
 * Brings a sample member's verification to its state by commands at the app's date, with drawn
 * documents that are marked as samples. What was done before is left unchanged.
 */
export async function seedVerification(
  app: App,
  { member, level, details, passed }: SampleVerification,
): Promise<void> {
  if (!(await findIdentityDetails(app.db, member.id)))
    await saveIdentityDetails(app, member, { ...details, version: 0 })

  const last = (await listVerifications(app.db, member.id)).find((one) => one.level === level)
  if (last && last.status !== 'waiting_for_member' && last.status !== 'in_review') return

  const { verification } = await beginVerification(app, member, level)
  if (verification.status === 'waiting_for_member') {
    for (const kind of LEVEL_DOCUMENTS[level])
      await uploadDocument(app, member, {
        verificationId: verification.id,
        kind,
        file: await drawSample(kind, member.label, verification.code),
      })
    await submitVerification(app, member, verification.id)
  }

  if (passed)
    await passVerification(app, passed.by, {
      verificationId: verification.id,
      confirmed: LEVEL_CHECKS[level],
      documentValidUntil: level === 'basic' ? passed.recheckOn : null,
      recheckOn: passed.recheckOn,
    })
}

const escapeXml = (text: string) =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`)

/** Draws a document of a sample person, with 'Sample' across it. */
async function drawSample(
  kind: DocumentKind,
  name: string,
  code: string | null,
): Promise<Uint8Array> {
  const lines = [
    DOCUMENT_NAMES[kind],
    name,
    ...(kind === 'photo_with_code' && code ? [`Code ${code}`] : []),
  ]
  const texts = lines.map(
    (line, at) =>
      `<text x="270" y="${150 + at * 60}" font-size="${at === 0 ? 30 : 38}">` +
      `${escapeXml(line)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="540"
    font-family="sans-serif">
    <rect width="860" height="540" rx="28" fill="#e4ecf5"/>
    <rect x="60" y="110" width="170" height="220" rx="10" fill="#b9c7d8"/>
    <circle cx="145" cy="185" r="48" fill="#8295ac"/>
    <path d="M70 325c10-60 40-82 75-82s65 22 75 82z" fill="#8295ac"/>
    <g fill="#1d2a3a">${texts.join('')}</g>
    <text x="430" y="470" font-size="64" fill="#b83022" text-anchor="middle">Sample</text>
  </svg>`

  return await sharp(Buffer.from(svg)).png().toBuffer()
}
