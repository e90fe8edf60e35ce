import { callsOf } from '#platform/client/calls.ts'
import type { affiliatesContract } from '../contract.ts'

export const affiliateCalls = callsOf<typeof affiliatesContract>('affiliates')

/** Somebody whom the member has invited: no more of them than the contract says. */
export type OwnAffiliate = Awaited<ReturnType<typeof affiliateCalls.affiliates.call>>['data'][number]
