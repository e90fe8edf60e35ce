import { createModuleCalls } from '#platform/client/calls.ts'
import type { campaignsContract } from '../contract.ts'

export const campaignCalls = createModuleCalls<typeof campaignsContract>('campaigns')

/** A campaign as the staff reads it. */
export type StaffCampaign = Awaited<ReturnType<typeof campaignCalls.list.call>>['data'][number]
