import { createModuleCalls } from '#platform/client/calls.ts'
import type { plansContract } from '../contract.ts'

export const planCalls = createModuleCalls<typeof plansContract>('plans')

/** A plan on offer, as a screen reads it. */
export type OfferedPlan = Awaited<ReturnType<typeof planCalls.list.call>>['data'][number]

/** A position of the member, as a screen reads it. */
export type OwnPosition = Awaited<ReturnType<typeof planCalls.positions.call>>['data'][number]
/** The same with everything that happened to it. */
export type PositionTimeline = Awaited<ReturnType<typeof planCalls.position.call>>['data']
export type OwnRedemptionNotice = Awaited<
  ReturnType<typeof planCalls.redemptionNotices.call>
>['data'][number]

/** A plan as the staff reads it, and one of its versions. */
export type StaffPlan = Awaited<ReturnType<typeof planCalls.all.call>>['data'][number]
export type StaffVersion = StaffPlan['versions'][number]
export type PlanSummary = Awaited<ReturnType<typeof planCalls.figures.call>>['data'][number]
export type PlanPerformance = Awaited<ReturnType<typeof planCalls.performance.call>>['data']
export type PlanReturns = Awaited<ReturnType<typeof planCalls.returns.call>>['data']
export type StaffRedemptionNotice = Awaited<
  ReturnType<typeof planCalls.allRedemptionNotices.call>
>['data'][number]
