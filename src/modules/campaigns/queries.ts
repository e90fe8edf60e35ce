import type { Selectable } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Incentive } from '#modules/settings/model.ts'
import { getSetting, isIncentiveOffered } from '#modules/settings/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { type Campaign, isRunning, normalizeCode } from './model.ts'
import type { CampaignTables } from './tables.ts'

const selectCampaigns = (reader: Reader) =>
  reader.withTables<CampaignTables>().selectFrom('campaign').selectAll()

const toCampaign = (row: Selectable<CampaignTables['campaign']>): Campaign => ({
  id: row.id,
  code: row.code,
  name: row.name,
  text: row.message,
  amount: row.amount_cents,
  budget: row.budget_cents,
  used: row.used_cents,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  createdBy: row.created_by,
  createdAt: row.created_at,
  publishedBy: row.published_by,
  publishedAt: row.published_at,
  endedBy: row.ended_by,
  endedAt: row.ended_at,
  endedBecause: row.ended_because,
})

/** Returns one campaign. Throws `not_found` (404). */
export async function getCampaign(reader: Reader, id: string): Promise<Campaign> {
  const row = await selectCampaigns(reader).where('id', '=', id).executeTakeFirst()
  if (!row) throw createNotFoundError('This campaign')
  return toCampaign(row)
}

/** Finds the campaign of a code, also a draft. */
export async function findCampaignByCode(reader: Reader, code: string): Promise<Campaign | null> {
  const row = await selectCampaigns(reader)
    .where('code', '=', normalizeCode(code))
    .executeTakeFirst()
  return row ? toCampaign(row) : null
}

/** Lists all campaigns, newest first. */
export async function listCampaigns(reader: Reader): Promise<Campaign[]> {
  const rows = await selectCampaigns(reader).orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(toCampaign)
}

/** Finds the running campaign that ends first; it can be claimed now. */
async function findRunningCampaign(reader: Reader, today: Day): Promise<Campaign | null> {
  const rows = await selectCampaigns(reader)
    .where('published_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('ends_on', '>=', today)
    .orderBy('ends_on')
    .orderBy('id')
    .execute()

  return rows.map(toCampaign).find((campaign) => isRunning(campaign, today)) ?? null
}

/**
 * Finds the campaign to show on a day in a country; null when there is none, campaigns are off or
 * the country is not allowed. An unknown country sees one in the sandbox only. With a code it is
 * that campaign or none.
 */
export async function findPublicCampaign(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
  today: Day,
  country: string | null = null,
  code?: string,
): Promise<Campaign | null> {
  const incentive = await getSetting(reader, config, 'campaigns')
  const isShown =
    country === null
      ? isShownEverywhere(incentive, config.MODE)
      : await isIncentiveOffered(
          reader,
          { incentive, country, mode: config.MODE, today },
          'claim_campaign',
        )
  if (!isShown) return null
  if (code === undefined) return await findRunningCampaign(reader, today)
  const named = await findCampaignByCode(reader, code)
  return named && isRunning(named, today) ? named : null
}

const isShownEverywhere = ({ on, countries }: Incentive, mode: Config['MODE']): boolean =>
  on && countries === 'all' && mode === 'sandbox'
