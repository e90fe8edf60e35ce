import sharp from 'sharp'
import { addDays } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Member, Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { beginVerification } from './commands/begin-verification.ts'
import { passVerification } from './commands/pass-verification.ts'
import { saveIdentityDetails } from './commands/save-identity-details.ts'
import { submitVerification } from './commands/submit-verification.ts'
import { uploadDocument } from './commands/upload-document.ts'
import {
  getLevelNumber,
  type IdentityDetails,
  LEVEL_CHECKS,
  LEVEL_DOCUMENTS,
  LEVELS,
  type Level,
  type Verification,
} from './model.ts'
import { findIdentityDetails, findVerificationLevel } from './queries.ts'

export const TEST_DETAILS: IdentityDetails = {
  birthDate: '1990-05-31',
  nationality: 'DE',
  street: 'Example Street 1',
  city: 'Sampleton',
  postalCode: '10115',
  country: 'DE',
}

let drawn = 0

/** Draws a picture that no other test uploads. */
export const drawTestDocument = async (): Promise<Uint8Array> => {
  const shade = ++drawn % 256
  const background = { r: shade, g: (drawn >> 8) % 256, b: 100 }
  return await sharp({ create: { width: 48, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Declares details for a member who has none. */
export async function declareDetails(app: App, member: Member): Promise<void> {
  if (await findIdentityDetails(app.db, member.id)) return
  await saveIdentityDetails(app, member, { ...TEST_DETAILS, country: member.country, version: 0 })
}

/** Begins a level with details and all documents, not submitted. */
export async function createDraft(
  app: App,
  member: Member,
  level: Level = 'basic',
): Promise<Verification> {
  await declareDetails(app, member)
  const { verification } = await beginVerification(app, member, level)
  for (const kind of LEVEL_DOCUMENTS[level])
    await uploadDocument(app, member, {
      verificationId: verification.id,
      kind,
      file: await drawTestDocument(),
    })

  return verification
}

/** Submits a level with all its documents. */
export async function createSubmitted(
  app: App,
  member: Member,
  level: Level = 'basic',
): Promise<Verification> {
  const { id } = await createDraft(app, member, level)
  return await submitVerification(app, member, id)
}

/** Creates a member with a basic verification in review. */
export async function createTestVerification(
  app: App,
): Promise<{ member: Member; verification: Verification }> {
  const { member } = await createTestMember(app)
  return { member, verification: await createSubmitted(app, member) }
}

/** Passes a verification in review as a reviewer who confirmed everything. */
export async function passTest(
  app: App,
  admin: Staff,
  { id, level }: Verification,
  recheckDays = 365,
): Promise<Verification> {
  const recheckOn = addDays(app.clock.today(), recheckDays)
  return await passVerification(app, admin, {
    verificationId: id,
    confirmed: LEVEL_CHECKS[level],
    documentValidUntil: level === 'basic' ? addDays(recheckOn, 1) : null,
    recheckOn,
  })
}

/** Verifies a member up to a level by the commands of the member and of a reviewer. */
export async function makeVerified(
  app: App,
  memberId: string,
  level: Level,
  reviewer?: Staff,
): Promise<void> {
  const member = await getMember(app.db, memberId)
  const admin = reviewer ?? (await createTestAdmin(app, { role: 'support' })).admin
  const reached = await findVerificationLevel(app.db, memberId, app.clock.today())

  for (const next of LEVELS.slice(reached, getLevelNumber(level)))
    await passTest(app, admin, await createSubmitted(app, member, next))

  const now = await findVerificationLevel(app.db, memberId, app.clock.today())
  invariant(now >= getLevelNumber(level), `the member reached the level ${level}`)
}
