import { assertMayDecide, assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Campaign, failures, findTextRefusal, mayPublish } from '../model.ts'
import { getCampaign } from '../queries.ts'
import { lockCampaign } from '../steps/lock-campaign.ts'
import type { CampaignTables } from '../tables.ts'

/**
 * Publishes a campaign, whose dates, amount and budget never change. A large one is published by
 * another admin than its creator. Throws `promises_return` (422)
 * with the phrase, `campaign_begun` (422) unless its first day is later than today, `second_admin`
 * and `already_published` (409).
 */
export async function publishCampaign(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  admin: Staff,
  campaignId: string,
): Promise<Campaign> {
  assertPermitted(admin, 'campaign.manage')
  return await runInTransaction(app.db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (campaign.publishedAt) throw failures.published()
    if (!mayPublish(campaign, admin)) throw failures.secondAdmin()
    if (campaign.createdBy !== admin.id) assertMayDecide(admin, app.config.MODE, app.clock.now())
    if (campaign.startsOn <= app.clock.today()) throw failures.begunBefore()

    const refusal = findTextRefusal(campaign)
    if (refusal) throw refusal

    const now = app.clock.now()
    await tx
      .withTables<CampaignTables>()
      .updateTable('campaign')
      .set({ published_by: admin.id, published_at: now })
      .where('id', '=', campaignId)
      .execute()

    await record(tx, now, admin, 'campaign.published', campaignId)

    return await getCampaign(tx, campaignId)
  })
}
