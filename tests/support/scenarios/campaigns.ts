import { createCampaign } from '#modules/campaigns/commands/create-campaign.ts'
import { endCampaign } from '#modules/campaigns/commands/end-campaign.ts'
import { publishCampaign } from '#modules/campaigns/commands/publish-campaign.ts'
import { buildCampaignInput, createPublishedCampaign } from '#modules/campaigns/testing.ts'
import type { Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'campaigns/create-campaign',
    prepare: async ({ app, ines }) => {
      const campaign = buildCampaignInput(app.clock.today())
      return { run: (on) => createCampaign(on, ines, campaign) }
    },
  },
  {
    command: 'campaigns/publish-campaign',
    prepare: async ({ app, ines }) => {
      const { id } = await createCampaign(app, ines, buildCampaignInput(app.clock.today()))
      return { run: (on) => publishCampaign(on, ines, id) }
    },
  },
  {
    command: 'campaigns/end-campaign',
    prepare: async ({ app, ines }) => {
      const { id: campaignId } = await createPublishedCampaign(app, ines)
      return { run: (on) => endCampaign(on, ines, { campaignId, reason: 'A test' }) }
    },
  },
]
