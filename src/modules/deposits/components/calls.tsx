import { createModuleCalls } from '#platform/client/calls.ts'
import type { depositsContract } from '../contract.ts'

export const depositCalls = createModuleCalls<typeof depositsContract>('deposits')

/** A quote or deposit with everything about it, as a screen reads it. */
export type DepositDetails = Awaited<ReturnType<typeof depositCalls.get.call>>['data']

/** A deposit in a list. */
export type DepositLine = Awaited<ReturnType<typeof depositCalls.mine.call>>['data'][number]

/** What the staff's list is asked for. */
export type DepositListInput = Parameters<typeof depositCalls.list.call>[0]

/** A deposit as the staff sees it in a list. */
export type StaffDeposit = Awaited<ReturnType<typeof depositCalls.list.call>>['data'][number]

/** What a deposit rests on and what confirming it will post. */
export type DepositReview = Awaited<ReturnType<typeof depositCalls.review.call>>['data']
