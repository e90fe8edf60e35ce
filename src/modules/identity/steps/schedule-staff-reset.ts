import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF_RESET_WAIT_MS } from '../model/factor-limits.ts'
import { toRecipient } from '../model.ts'
import { listStaffAtWork } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'
import { deleteStaffFactors } from './delete-staff-factors.ts'
import { lockStaff } from './lock-staff.ts'

export type StaffReset = { staffId: string; reason: string }

/**
 * Approves that a staff member has lost every second factor: they are removed a day later in live,
 * at once in the sandbox. Mails all staff. Throws `own_factor` (403) for the staff member
 * concerned, `already_agreed` (409).
 */
export async function scheduleStaffReset(
  tx: Tx,
  app: App,
  by: Actor,
  { staffId, reason }: StaffReset,
): Promise<void> {
  if (by.id === staffId) throw createOwnFactorError()

  const admin = await lockStaff(tx, staffId)
  const now = app.clock.now()
  const dueAt = new Date(now.getTime() + (app.config.MODE === 'live' ? STAFF_RESET_WAIT_MS : 0))
  const id = createId('sfr')
  const written = await tx
    .withTables<IdentityTables>()
    .insertInto('staff_factor_reset')
    .values({
      id,
      staff_id: staffId,
      reason,
      agreed_at: now,
      agreed_by: by.label,
      due_at: dueAt,
      done_at: null,
      stopped_at: null,
      stopped_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n) throw createAlreadyAgreedError()

  await record(tx, now, by, 'staff.factor-reset-agreed', staffId, {
    reason,
    dueAt: dueAt.toISOString(),
  })

  const facts = { about: admin.label, by: by.label, reason, dueAt }
  for (const one of await listStaffAtWork(tx))
    await notify(tx, app, toRecipient(one), 'staff-factor-reset', {
      ...facts,
      own: one.id === staffId,
    })

  if (dueAt <= now) await deleteStaffFactors(tx, app, by, { id, staffId, reason })
}

/** Schedules the reset after a second admin's approval. */
export async function carryOutStaffReset(
  app: App,
  tx: Tx,
  by: Actor,
  { content }: Proposal,
): Promise<void> {
  await scheduleStaffReset(tx, app, by, {
    staffId: String(content.staffId),
    reason: String(content.reason),
  })
}

/** Returns the error for a reset of one's own factors. */
export const createOwnFactorError = () =>
  new DomainError(
    'own_factor',
    403,
    'You can’t reset your own 2FA. Other staff must propose and approve it.',
  )

const createAlreadyAgreedError = () =>
  new DomainError('already_agreed', 409, 'A reset of their 2FA is already scheduled.')
