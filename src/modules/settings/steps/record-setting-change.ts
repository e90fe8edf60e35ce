import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Role } from '#lib/roles.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

/** Who decides on settings: one of the staff, as far as this module knows them. */
export type Decider = Actor & { role: Role }

/**
 * What every change of a setting begins with: one at a time, so that each knows what stood before
 * it.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`lock table setting, payment_method in share row exclusive mode`.execute(tx)
}

/**
 * Refuses, with `changed_elsewhere` (409), what was written against values that aren't the present
 * ones any more.
 */
export function assertStill(now: Date | null, read: string): void {
  if ((now?.toISOString() ?? '') === read) return
  const message =
    'Somebody changed this since you read it. Read it again and decide anew; nothing was changed.'
  throw new DomainError('changed_elsewhere', 409, message)
}

/**
 * Writes a change down with what stood before: the record of acts is the history of the settings.
 * What stayed as it was is none.
 */
export async function recordSettingChange(
  tx: Tx,
  app: Pick<App, 'clock'>,
  by: Decider,
  subject: string,
  change: { before: unknown; after: unknown },
): Promise<void> {
  if (isDeepStrictEqual(change.before, change.after)) return
  await record(tx, app.clock.now(), by, 'setting.changed', `setting:${subject}`, change)
}
