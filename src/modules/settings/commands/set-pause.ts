import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Settings } from '../model.ts'
import { getSetting } from '../queries.ts'
import { type Decider, lockSettings, recordSettingChange } from '../steps/record-setting-change.ts'
import { setSetting } from '../steps/set-setting.ts'

export type Pausable = keyof Settings['pauses']
export type SetPause = {
  what: Pausable
  /** The public reason; null ends the pause. */
  reason: string | null
}

const MAX_REASON_LENGTH = 500

/**
 * Pauses deposits, withdrawals or sign-ups with a public reason, or resumes them. Throws
 * `reason_needed` (400).
 */
export async function setPause(app: App, by: Decider, { what, reason }: SetPause): Promise<void> {
  assertPermitted(by, 'installation.manage')

  const trimmedReason = reason?.trim() ?? null
  if (trimmedReason !== null && (trimmedReason === '' || trimmedReason.length > MAX_REASON_LENGTH))
    throw new DomainError(
      'reason_needed',
      400,
      `Please give a reason; the public reads it. Up to ${MAX_REASON_LENGTH} characters.`,
      'reason',
    )

  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)

    const pauses = await getSetting(tx, app.config, 'pauses')
    const before = pauses[what]
    if ((before?.reason ?? null) === trimmedReason) return

    const now = app.clock.now()
    const since = before?.since ?? now.toISOString()
    const after = trimmedReason === null ? null : { reason: trimmedReason, since }

    await setSetting(tx, 'pauses', { ...pauses, [what]: after }, { by: by.label, at: now })
    await recordSettingChange(tx, app, by, `pauses.${what}`, { before, after })
  })
}
