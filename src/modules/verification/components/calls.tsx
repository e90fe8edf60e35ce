import { createModuleCalls } from '#platform/client/calls.ts'
import type { verificationContract } from '../contract.ts'

export const verificationCalls = createModuleCalls<typeof verificationContract>('verification')

/** A verification in the queue. */
export type VerificationLine = Awaited<
  ReturnType<typeof verificationCalls.queue.call>
>['data']['verifications'][number]

/** A verification with its documents, as a reviewer sees it. */
export type VerificationReview = Awaited<ReturnType<typeof verificationCalls.review.call>>['data']
