import { addDays } from '#lib/dates.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { type CreateCampaign, createCampaign } from './commands/create-campaign.ts'
import { publishCampaign } from './commands/publish-campaign.ts'
import type { Campaign } from './model.ts'

let made = 0

/**
 * Builds a campaign of thirty days from today, $25 a claim and $1,000 in total, unless overridden.
 */
export const buildCampaignInput = (
  today: string,
  rest: Partial<CreateCampaign> = {},
): CreateCampaign => ({
  code: `spring-${++made}`,
  name: 'Spring Airdrop',
  text: 'Claim $25 with your first deposit.',
  amount: 2_500n,
  budget: 100_000n,
  startsOn: today,
  endsOn: addDays(today, 29),
  ...rest,
})

/** Creates a published campaign. */
export async function createPublishedCampaign(
  app: Pick<App, 'db' | 'clock'>,
  admin: Staff,
  rest: Partial<CreateCampaign> = {},
): Promise<Campaign> {
  const { id } = await createCampaign(app, admin, buildCampaignInput(app.clock.today(), rest))
  return await publishCampaign(app, admin, id)
}
