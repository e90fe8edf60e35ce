import type { Selectable } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type AlertMessage, RECOVERY_MS, REMINDER_INTERVAL_MS } from '../model.ts'
import type { OperationTables } from '../tables.ts'
import { notifyAlertRecipients } from './notify-alert-recipients.ts'

/**
 * The result of a health check; `message` is null when the check passed, and `since` an instant
 * before this one at which the problem began.
 */
export type HealthCheckResult = { source: string; message: string | null; since?: Date }

/** Notifies the recipients of an alert that was raised, repeated or resolved. */
export type NotifyRecipients = (alert: AlertMessage) => Promise<void>

type OpenAlert = Selectable<OperationTables['alert']>

/**
 * Raises, repeats or resolves the alert of a source by the result of its check. Returns true when
 * the recipients were notified.
 */
export async function updateAlert(
  app: App,
  tx: Tx,
  { source, message, since = app.clock.now() }: HealthCheckResult,
  notify: NotifyRecipients = (alert) => notifyAlertRecipients(tx, app, alert),
): Promise<boolean> {
  const open = await tx
    .withTables<OperationTables>()
    .selectFrom('alert')
    .selectAll()
    .where('source', '=', source)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()

  if (open)
    return message === null
      ? await resolveAlert(app, tx, open, notify)
      : await repeatAlert(app, tx, open, message, notify)

  if (message === null) return false
  await raiseAlert(app, tx, { source, message, since })
  await notify({ source, message, state: 'raised', since })

  return true
}

type RaisedAlert = { source: string; message: string; since: Date }

async function raiseAlert(app: App, tx: Tx, { source, message, since }: RaisedAlert) {
  const now = app.clock.now()

  await tx
    .withTables<OperationTables>()
    .insertInto('alert')
    .values({
      id: createId('alt'),
      source,
      message,
      raised_at: since,
      last_failed_at: now,
      notified_at: now,
      notification_count: 1,
      acknowledged_at: null,
      acknowledged_by: null,
      well_since: null,
      cleared_at: null,
    })
    .execute()

  app.log.error({ source, alert: message }, 'an alert was raised')
}

async function resolveAlert(
  app: App,
  tx: Tx,
  open: OpenAlert,
  notify: NotifyRecipients,
): Promise<boolean> {
  const now = app.clock.now()
  const wellSince = open.well_since ?? now
  const isResolved = now.getTime() - wellSince.getTime() >= RECOVERY_MS

  await setAlert(tx, open.id, {
    well_since: wellSince,
    ...(isResolved && { cleared_at: now }),
  })

  if (isResolved)
    await notify({
      source: open.source,
      message: open.message,
      state: 'over',
      since: open.raised_at,
    })

  return isResolved
}

async function repeatAlert(
  app: App,
  tx: Tx,
  open: OpenAlert,
  message: string,
  notify: NotifyRecipients,
): Promise<boolean> {
  const now = app.clock.now()
  const isReminderDue =
    !open.acknowledged_at && now.getTime() - open.notified_at.getTime() >= REMINDER_INTERVAL_MS

  await setAlert(tx, open.id, {
    message,
    last_failed_at: now,
    well_since: null,
    ...(isReminderDue && { notified_at: now, notification_count: open.notification_count + 1 }),
  })

  if (isReminderDue)
    await notify({
      source: open.source,
      message,
      state: 'again',
      since: open.raised_at,
    })

  return isReminderDue
}

const setAlert = (tx: Tx, id: string, set: Partial<OpenAlert>) =>
  tx
    .withTables<OperationTables>()
    .updateTable('alert')
    .set(set as object)
    .where('id', '=', id)
    .execute()
