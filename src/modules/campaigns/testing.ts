import { addDays, DAY_MS } from '#lib/dates.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { type CreateCampaign, createCampaign } from './commands/create-campaign.ts'
import { publishCampaign } from './commands/publish-campaign.ts'
import type { Campaign } from './model.ts'

let made = 0

/**
 * Builds a campaign of $25 a claim and $900 in total that starts tomorrow, unless overridden. One
 * admin may publish it.
 */
export const buildCampaignInput = (
  today: string,
  rest: Partial<CreateCampaign> = {},
): CreateCampaign => ({
  code: `spring-${++made}`,
  name: 'Spring Airdrop',
  text: 'Claim $25 with your first deposit.',
  amount: 2_500n,
  budget: 90_000n,
  startsOn: addDays(today, 1),
  endsOn: addDays(today, 29),
  ...rest,
})

const SECOND_ADMIN: Staff = {
  kind: 'admin',
  id: 'adm_publisher',
  label: 'Another admin',
  role: 'finance',
}

/** Creates a campaign that was published yesterday by another admin and starts today. */
export async function createPublishedCampaign(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  admin: Staff,
  rest: Partial<CreateCampaign> = {},
): Promise<Campaign> {
  const yesterday = {
    ...app,
    clock: {
      ...app.clock,
      now: () => new Date(app.clock.now().getTime() - DAY_MS),
      today: () => addDays(app.clock.today(), -1),
    },
  }

  const input = buildCampaignInput(yesterday.clock.today(), rest)
  const { id } = await createCampaign(yesterday, admin, input)
  return await publishCampaign(yesterday, SECOND_ADMIN, id)
}
