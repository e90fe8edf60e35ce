import { randomInt } from 'node:crypto'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityProvider } from '../adapters/identity-provider.ts'
import {
  type DeclaredDetails,
  isOfAnotherVersion,
  type Level,
  RETURN_REASONS,
  type Verification,
} from '../model.ts'
import { getVerification, listDocuments } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'
import { copyDocuments } from './copy-documents.ts'

export type VerificationStart = {
  member: Member
  details: DeclaredDetails
  level: Level
  provider: IdentityProvider
}

/** Returns why an open check at an outside provider counts no more; null while it counts. */
export function findEndReason(
  { config }: App,
  { member, details }: VerificationStart,
  open: Verification,
): string | null {
  if (open.status !== 'waiting_for_member' || open.provider === 'desk') return null
  if (open.provider !== config.IDENTITY_PROVIDER) return RETURN_REASONS.providerLeft

  const stated = { name: member.label, version: details.version }
  return isOfAnotherVersion(open, stated) ? RETURN_REASONS.detailsChanged : null
}

const createCode = (today: Day) => ({
  code: String(randomInt(0, 1_000_000)).padStart(6, '0'),
  code_on: today,
})

/** Gives the code of today, unless a photo was uploaded with the one before. */
export async function renewCode(tx: Tx, app: App, open: Verification): Promise<Verification> {
  const today = app.clock.today()
  if (open.status !== 'waiting_for_member' || open.code === null || open.codeOn === today)
    return open

  const documents = await listDocuments(tx, [open.id])
  if (documents.some(({ kind }) => kind === 'photo_with_code')) return open

  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set(createCode(today))
    .where('id', '=', open.id)
    .execute()

  return await getVerification(tx, open.id)
}

/** Starts a verification of a level, with the documents that a returned attempt leaves. */
export async function startVerification(
  tx: Tx,
  app: App,
  { member, details, level, provider }: VerificationStart,
  last: Verification | undefined,
): Promise<Verification> {
  const id = createId('ver')
  const isDesk = provider.name === 'desk'
  const again = isDesk && last?.provider === 'desk' && last.status === 'try_again' ? last : null
  const photoStays = again?.code && !again.rejectedDocuments.includes('photo_with_code')
  const code = photoStays
    ? { code: again.code, code_on: again.codeOn }
    : createCode(app.clock.today())

  await tx
    .withTables<VerificationTables>()
    .insertInto('identity_verification')
    .values({
      ...EMPTY,
      ...(isDesk && level === 'basic' && code),
      ...(!isDesk && { sent_name: member.label, sent_version: details.version }),
      id,
      member_id: member.id,
      level,
      provider: provider.name,
      status: 'waiting_for_member',
      begun_at: app.clock.now(),
    })
    .execute()

  if (again) await copyDocuments(tx, { from: again, to: id })
  await record(tx, app.clock.now(), member, 'identity.begun', id, { memberId: member.id, level })

  return await getVerification(tx, id)
}

/** The columns that a later step fills. */
const EMPTY = {
  code: null,
  code_on: null,
  submitted_at: null,
  due_at: null,
  name: null,
  details: null,
  identity_version: null,
  content_hash: null,
  decided_at: null,
  decided_by: null,
  approval_id: null,
  member_reason: null,
  staff_reason: null,
  checklist: null,
  expires_on: null,
  expiry_notified_at: null,
  expired_at: null,
  provider_reference: null,
  provider_note: null,
  provider_read_at: null,
  sent_name: null,
  sent_version: null,
  provider_found: null,
  erased_at: null,
} as const
