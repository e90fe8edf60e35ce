import type { Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { acceptLoosening } from '#modules/settings/steps/loosen-setting.ts'
import { lockSettings } from '#modules/settings/steps/record-setting-change.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { createAnnouncement } from './announce-loosening.ts'

/** Stores an approved looser control, which takes effect 24 hours later; mails all staff. */
export async function carryOutLoosening(
  app: App,
  tx: Tx,
  by: Staff,
  proposal: Proposal,
): Promise<void> {
  await lockSettings(tx)
  await acceptLoosening(tx, app, by, proposal, createAnnouncement(app))
}
