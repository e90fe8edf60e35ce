import { isReason } from '#lib/reasons.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Campaign, computeCampaignState, failures, REASON_LIMIT } from '../model.ts'
import { getCampaign } from '../queries.ts'
import { lockCampaign } from '../steps/lock-campaign.ts'
import type { CampaignTables } from '../tables.ts'

export type EndCampaign = { campaignId: string; reason: string }

/**
 * Ends a published campaign before its last day. It can no longer be claimed; earlier claims stay.
 * Throws `reason_needed` (400), `not_published` and `already_ended` (409).
 */
export async function endCampaign(
  app: Pick<App, 'db' | 'clock'>,
  admin: Staff,
  { campaignId, reason }: EndCampaign,
): Promise<Campaign> {
  assertPermitted(admin, 'campaign.manage')

  const trimmedReason = reason.trim()
  if (!isReason(trimmedReason, REASON_LIMIT)) throw failures.reason()

  return await runInTransaction(app.db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    const state = computeCampaignState(campaign, app.clock.today())
    if (state === 'draft') throw failures.draft()
    if (state === 'ended') throw failures.ended()

    const now = app.clock.now()
    await tx
      .withTables<CampaignTables>()
      .updateTable('campaign')
      .set({ ended_by: admin.id, ended_at: now, ended_because: trimmedReason })
      .where('id', '=', campaignId)
      .execute()

    await record(tx, now, admin, 'campaign.ended', campaignId, { reason: trimmedReason })

    return await getCampaign(tx, campaignId)
  })
}
