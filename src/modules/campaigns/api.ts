import type { Day } from '#lib/dates.ts'
import { implementCalls } from '#platform/http/http.ts'
import { createCampaign } from './commands/create-campaign.ts'
import { endCampaign } from './commands/end-campaign.ts'
import { publishCampaign } from './commands/publish-campaign.ts'
import { campaignsContract } from './contract.ts'
import {
  type Campaign,
  computeCampaignEnd,
  computeCampaignState,
  ENDS_SOON,
  isEndingSoon,
  mayPublish,
} from './model.ts'
import { findPublicCampaign, listCampaigns } from './queries.ts'

const calls = implementCalls(campaignsContract)

function toOfferResponse(campaign: Campaign, today: Day) {
  const { code, name, text, amount, startsOn, endsOn } = campaign
  const soon = isEndingSoon(campaign, today)

  return {
    code,
    name,
    text,
    amount,
    startsOn,
    endsOn,
    endsAt: computeCampaignEnd(campaign),
    endsSoon: soon,
    label: soon ? ENDS_SOON : null,
  }
}

function toCampaignResponse(campaign: Campaign, today: Day, admin: { id: string }) {
  const { id, budget, used, createdAt, publishedAt, endedAt, endedBecause } = campaign
  return {
    ...toOfferResponse(campaign, today),
    _id: id,
    state: computeCampaignState(campaign, today),
    mayPublish: mayPublish(campaign, admin),
    budget,
    used,
    createdAt,
    publishedAt,
    endedAt,
    endedBecause,
  }
}

export const campaignsApi = calls.router({
  running: calls.running.handler(async ({ context: { app }, input }) => {
    const today = app.clock.today()
    const { country = null, code } = input
    const found = await findPublicCampaign(app.db, app.config, today, country, code)
    return { message: 'Campaign', data: found && toOfferResponse(found, today) }
  }),
  list: calls.list.handler(async ({ context: { app, admin } }) => {
    const campaigns = await listCampaigns(app.db)
    return {
      message: 'Campaigns',
      data: campaigns.map((one) => toCampaignResponse(one, app.clock.today(), admin())),
    }
  }),
  create: calls.create.handler(async ({ context: { app, admin }, input }) => {
    const campaign = await createCampaign(app, admin(), input)
    return {
      message: 'Draft saved',
      data: toCampaignResponse(campaign, app.clock.today(), admin()),
    }
  }),
  publish: calls.publish.handler(async ({ context: { app, admin }, input }) => {
    const campaign = await publishCampaign(app, admin(), input.id)
    return {
      message: 'Campaign published',
      data: toCampaignResponse(campaign, app.clock.today(), admin()),
    }
  }),
  end: calls.end.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    const campaign = await endCampaign(app, admin(), { campaignId: id, reason })
    return {
      message: 'Campaign ended',
      data: toCampaignResponse(campaign, app.clock.today(), admin()),
    }
  }),
})
