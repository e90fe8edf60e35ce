import { addDays } from '#lib/dates.ts'
import { createCampaign } from '#modules/campaigns/commands/create-campaign.ts'
import { publishCampaign } from '#modules/campaigns/commands/publish-campaign.ts'
import { findCampaignByCode } from '#modules/campaigns/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { setIncentives } from './commands/set-incentives.ts'

/** The campaign a sample member signed up with; see the seed of identity. */
const SAMPLE_CAMPAIGN = 'spring-start'

const CAMPAIGN = {
  code: SAMPLE_CAMPAIGN,
  name: 'Spring start',
  text:
    'Sample: $25 (simulated) with your first completed deposit, paid from our own promotion ' +
    'account while the budget lasts.',
  amount: 2_500n,
  budget: 50_000n,
  startsOn: '2026-02-16',
  endsOn: '2026-03-31',
}
const REFERRAL_BPS = 100

/**
 * Turns incentives on, with one per cent for who invites, and publishes the sample campaign; unless
 * it is there.
 */
export async function seedIncentives(app: App, admin: Admin): Promise<void> {
  if (await findCampaignByCode(app.db, SAMPLE_CAMPAIGN)) return

  await setIncentives(app, admin, {
    referral: { on: true, percentageBps: REFERRAL_BPS, countries: 'all' },
    campaigns: { on: true, countries: 'all' },
  })

  const { id } = await createCampaign(app, admin, CAMPAIGN)
  await publishCampaign(app, admin, id)
}

const RUNNING = {
  code: 'open-books',
  name: 'Open books airdrop',
  text:
    'Sample: $25 (simulated) for people who sign up with it, paid from our own promotion ' +
    'account, never from deposits. It’s free: we’ll never ask you for a payment or a wallet key.',
  amount: 2_500n,
  budget: 50_000n,
}
/** The days for which it can be claimed in a sandbox. No other campaign follows it. */
const RUNNING_DAYS = 60

/** Publishes a campaign that runs from the next day on; its end never moves. */
export async function seedRunningCampaign(app: App, admin: Admin): Promise<void> {
  if (await findCampaignByCode(app.db, RUNNING.code)) return

  const startsOn = addDays(app.clock.today(), 1)
  const { id } = await createCampaign(app, admin, {
    ...RUNNING,
    startsOn,
    endsOn: addDays(startsOn, RUNNING_DAYS),
  })

  await publishCampaign(app, admin, id)
}
