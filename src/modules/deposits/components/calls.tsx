import { createModuleCalls } from '#platform/client/calls.ts'
import type { depositsContract } from '../contract.ts'

export const depositCalls = createModuleCalls<typeof depositsContract>('deposits')

/** A quote or deposit with all details. */
export type DepositDetails = Awaited<ReturnType<typeof depositCalls.get.call>>['data']

/** A deposit in a list. */
export type DepositLine = Awaited<ReturnType<typeof depositCalls.mine.call>>['data'][number]

/** The query of the list in the back office. */
export type DepositListInput = Parameters<typeof depositCalls.list.call>[0]

/** A deposit in the list of the back office. */
export type StaffDeposit = Awaited<ReturnType<typeof depositCalls.list.call>>['data'][number]

/** The checks of a deposit and the entries that confirming posts. */
export type DepositReview = Awaited<ReturnType<typeof depositCalls.review.call>>['data']

/** Several deposits with their checks, as one action confirms them. */
export type BulkDepositReview = Awaited<ReturnType<typeof depositCalls.reviews.call>>['data']
