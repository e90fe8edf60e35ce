import { addDays } from '#lib/dates.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { type CreateCampaign, createCampaign } from './commands/create-campaign.ts'
import { publishCampaign } from './commands/publish-campaign.ts'
import type { Campaign } from './model.ts'

let made = 0

/**
 * A campaign from today over thirty days, $25 a claim and $1,000 in all, with whatever is given in
 * its place.
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

/** A campaign that is published. */
export async function createPublishedCampaign(
  app: Pick<App, 'db' | 'clock'>,
  admin: Staff,
  rest: Partial<CreateCampaign> = {},
): Promise<Campaign> {
  const { id } = await createCampaign(app, admin, buildCampaignInput(app.clock.today(), rest))
  return await publishCampaign(app, admin, id)
}
