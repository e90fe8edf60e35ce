import type { Tx } from '#platform/db/db.ts'
import type { Campaign } from '../model.ts'
import { getCampaign } from '../queries.ts'
import type { CampaignTables } from '../tables.ts'

/**
 * Reads a campaign and holds it until the transaction ends, so that it is published and ended once.
 */
export async function lockCampaign(tx: Tx, id: string): Promise<Campaign> {
  await tx
    .withTables<CampaignTables>()
    .selectFrom('campaign')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()

  return await getCampaign(tx, id)
}
