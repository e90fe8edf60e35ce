import { DomainError } from '#lib/errors.ts'
import {
  getDecidingRoles,
  getPermittedRoles,
  getSecondAdminThreshold,
} from '#modules/approvals/model.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { LET_IN_WAIT_MS, STAFF_ACTIVITY_WINDOW_MS } from '../model/factor-limits.ts'
import { listStaffLines, type StaffLine } from '../queries.ts'

/**
 * Throws if the staff can reset the member of staff themselves: in live two staff members do that
 * together. Throws `staff_can` (409), and `one_hand` (409) as `assertOneHand` does.
 */
export async function assertLastWay(tx: Tx, app: App, staffId: string): Promise<void> {
  const others = (await listActiveStaff(tx, app)).filter(({ id }) => id !== staffId)
  const alone = getSecondAdminThreshold('staff.reset-factor', app.config.MODE) === null
  const decide = others.filter(({ role }) => getDecidingRoles('staff.reset-factor').includes(role))
  const ask = others.filter(({ role }) => getPermittedRoles('staff.reset-factor').includes(role))
  if (ask.some(({ id }) => alone || decide.some((one) => one.id !== id)))
    throw createStaffCanError('reset their 2FA')

  await assertOneHand(tx, app, staffId)
}

/** Throws in live if an owner can invite staff, `staff_can` or `one_hand` (409). */
export async function assertNoOwnerInvites(tx: Tx, app: App): Promise<void> {
  if (app.config.MODE !== 'live') return
  const able = await listActiveStaff(tx, app)
  if (able.some(({ role }) => getPermittedRoles('staff.manage').includes(role)))
    throw createStaffCanError('invite them')
  await assertOneHand(tx, app, null)
}

/**
 * Throws `one_hand` (409) in live within a week of another reset, so that one operator doesn't hold
 * two admins.
 */
async function assertOneHand(tx: Tx, app: App, staffId: string | null): Promise<void> {
  if (app.config.MODE !== 'live') return

  const since = app.clock.now().getTime() - LET_IN_WAIT_MS
  for (const action of ['admin.created', 'staff.access-reset']) {
    const done = await listAuditEvents(tx, { actorId: systemActor.id, action })
    if (done.some(({ at, subjectId }) => at.getTime() > since && subjectId !== staffId))
      throw createOneHandError()
  }
}

/**
 * Returns the staff who are active: not suspended, with a password and in live a factor, and signed
 * in recently.
 */
async function listActiveStaff(tx: Tx, { config, clock }: App): Promise<StaffLine[]> {
  const now = clock.now()
  const isRecent = (at: Date | null) =>
    at !== null && now.getTime() - at.getTime() < STAFF_ACTIVITY_WINDOW_MS
  return (await listStaffLines(tx, now)).filter(
    ({ suspended, invited, hasFactor, lastSignInAt }) =>
      !suspended && !invited && isRecent(lastSignInAt) && (hasFactor || config.MODE === 'sandbox'),
  )
}

const createStaffCanError = (what: string) =>
  new DomainError(
    'staff_can',
    409,
    `Other staff have logged in recently and can ${what} at /admin-dashboard/staff. Use the ` +
      'command line only as a last resort.',
  )

const createOneHandError = () =>
  new DomainError(
    'one_hand',
    409,
    'Another person’s access was created or reset on this server in the last seven days. ' +
      'Wait, so that one operator doesn’t control two admins: money needs two approvals.',
  )
