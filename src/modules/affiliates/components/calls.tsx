import { createModuleCalls } from '#platform/client/calls.ts'
import type { affiliatesContract } from '../contract.ts'

export const affiliateCalls = createModuleCalls<typeof affiliatesContract>('affiliates')

/** A person the member invited, with the few fields the contract allows. */
export type OwnAffiliate = Awaited<
  ReturnType<typeof affiliateCalls.affiliates.call>
>['data'][number]
/** A reward as the staff reads it, and what is due, paid and there to pay with. */
export type StaffReward = Awaited<ReturnType<typeof affiliateCalls.rewards.call>>['data'][number]
export type RewardSums = Awaited<ReturnType<typeof affiliateCalls.rewards.call>>['totals']
export type StaffIncentives = Awaited<ReturnType<typeof affiliateCalls.readIncentives.call>>['data']
