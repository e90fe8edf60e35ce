import { describeDevice, truncateIpAddress } from '#lib/describe-device.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Proof } from '../model/factors.ts'
import { failures, type Person, toRecipient, type Visitor } from '../model.ts'
import type { IdentityTables } from '../tables.ts'
import { createPersonCompromiseLink } from './create-compromise-link.ts'
import { stopReset } from './delete-staff-factors.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { recordSignInAttempt } from './record-sign-in-attempt.ts'

/**
 * Opens the session after all required factors, and mails the person about a new device. A staff
 * member who uses a factor that was reported lost stops its reset. Throws `staff_suspended` (403)
 * for suspended staff.
 */
export async function completeSignIn(
  tx: Tx,
  app: App,
  from: Visitor,
  person: Person,
  { by, remembered }: { by: Proof; remembered: boolean },
): Promise<OpenedSession> {
  if (person.kind === 'admin' && person.suspended) throw failures.staffSuspended()

  const now = app.clock.now()
  const own = tx.withTables<IdentityTables>()
  const lastSignIn = { last_sign_in_at: now }

  if (person.kind === 'member')
    await own.updateTable('member').set(lastSignIn).where('id', '=', person.id).execute()
  else await own.updateTable('staff').set(lastSignIn).where('id', '=', person.id).execute()

  if (person.kind === 'admin' && by !== 'password' && (await stopReset(tx, person.id, person, now)))
    await record(tx, now, person, 'staff.factor-reset-stopped', person.id, { by })
  if (await isNewDevice(tx, from, person)) await notifyNewDevice(tx, app, from, person)
  await recordSignInAttempt(tx, from, { personId: person.id, outcome: 'good', by, at: now })
  await record(tx, now, person, `${person.kind}.signed-in`, person.id, {
    address: from.address,
    by,
  })

  const span = person.kind === 'admin' ? 'admin' : remembered ? 'remembered' : 'member'
  return await openSession(tx, person.id, span, from, now, by)
}

/**
 * Returns whether the device is new: a browser is recognised by its token, a program by its user
 * agent. Sign-ins are deleted after 90 days, after which every device is new; the first sign-in of
 * an account is not reported.
 */
async function isNewDevice(
  tx: Tx,
  { device, userAgent }: Visitor,
  person: Person,
): Promise<boolean> {
  if (person.lastSignInAt === null) return false

  const digest = device ? hashToken(device) : null
  const known = await tx
    .withTables<IdentityTables>()
    .selectFrom('sign_in')
    .select('id')
    .where('person_id', '=', person.id)
    .where('outcome', '=', 'good')
    .where((same) =>
      digest
        ? same('device', '=', digest)
        : same.and([same('device', 'is', null), same('user_agent', '=', userAgent)]),
    )
    .executeTakeFirst()

  return known === undefined
}

async function notifyNewDevice(tx: Tx, app: App, from: Visitor, person: Person) {
  const link = await createPersonCompromiseLink(tx, app, person, 'new-device')
  await notify(tx, app, toRecipient(person), 'new-device', {
    device: describeDevice(from.userAgent),
    address: truncateIpAddress(from.address),
    staff: person.kind === 'admin',
    at: app.clock.now(),
    link,
  })
}
