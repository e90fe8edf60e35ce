import { callsOf } from '#platform/client/calls.ts'
import type { plansContract } from '../contract.ts'

export const planCalls = callsOf<typeof plansContract>('plans')

/** A plan on offer, as a screen reads it. */
export type OfferedPlan = Awaited<ReturnType<typeof planCalls.list.call>>['data'][number]

/** A position of the member, as a screen reads it. */
export type OwnPosition = Awaited<ReturnType<typeof planCalls.positions.call>>['data'][number]
