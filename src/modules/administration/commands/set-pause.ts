import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import type { Settings } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { proposeLoosening } from '#modules/settings/steps/loosen-setting.ts'
import {
  type Decider,
  lockSettings,
  recordSettingChange,
} from '#modules/settings/steps/record-setting-change.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createAnnouncement } from '../steps/announce-loosening.ts'

export type Pausable = keyof Settings['pauses']
export type SetPause = {
  what: Pausable
  /** The public reason; null ends the pause. */
  reason: string | null
}

const MAX_REASON_LENGTH = 500

/**
 * Pauses deposits, withdrawals or sign-ups with a public reason at once, or proposes to resume
 * them, for another admin to approve; the proposal is returned. Throws `reason_needed` (400),
 * `already_proposed` (409).
 */
export async function setPause(
  app: App,
  by: Decider,
  { what, reason }: SetPause,
): Promise<Proposal | null> {
  assertPermitted(by, 'installation.manage')

  const trimmedReason = reason?.trim() ?? null
  if (trimmedReason !== null && !isReason(trimmedReason, MAX_REASON_LENGTH))
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason in a few words. It is shown to the public. ' +
        `Up to ${MAX_REASON_LENGTH} characters.`,
      'reason',
    )

  return await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)

    const pauses = await getSetting(tx, app.config, 'pauses')
    const before = pauses[what]
    if ((before?.reason ?? null) === trimmedReason) return null
    if (trimmedReason === null)
      return await proposeLoosening(
        tx,
        app,
        by,
        'pauses',
        { [what]: null },
        createAnnouncement(app),
      )

    const now = app.clock.now()
    const since = before?.since ?? now.toISOString()
    const after = { reason: trimmedReason, since }

    await setSetting(tx, 'pauses', { ...pauses, [what]: after }, { by: by.label, at: now })
    await recordSettingChange(tx, app, by, `pauses.${what}`, { before, after })

    return null
  })
}
