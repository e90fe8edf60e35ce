import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

/** The staff member who changes a setting. */
export type Decider = Actor & { role: Role }

/**
 * Locks the settings against concurrent changes, so that the audit event has the previous value.
 * Every command that changes a setting calls it first.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`lock table setting, payment_method in share row exclusive mode`.execute(tx)
}

/**
 * Throws `changed_elsewhere` (409) unless `version`, which the form was filled from, is the current
 * version: the ISO time of the last change, empty for the defaults.
 */
export function assertCurrentVersion(changedAt: Date | null, version: string): void {
  if ((changedAt?.toISOString() ?? '') === version) return

  const message = 'Another admin has changed this setting. Nothing was saved. Reload and try again.'
  throw new DomainError('changed_elsewhere', 409, message)
}

/**
 * Records a change with the values before and after it, unless both are equal. The audit log is the
 * history of the settings.
 */
export async function recordSettingChange(
  tx: Tx,
  app: Pick<App, 'clock'>,
  by: Actor,
  subject: string,
  change: { before: unknown; after: unknown },
): Promise<void> {
  if (isDeepStrictEqual(change.before, change.after)) return
  await record(tx, app.clock.now(), by, 'setting.changed', `setting:${subject}`, change)
}
