import { createModuleCalls } from '#platform/client/calls.ts'
import type { verificationContract } from '../contract.ts'

export const verificationCalls = createModuleCalls<typeof verificationContract>('verification')

/** The answer of every call of the member. */
export type VerificationAnswer = Awaited<ReturnType<typeof verificationCalls.mine.call>>

/** A member's verification as a whole. */
export type MemberVerification = VerificationAnswer['data']

/** One level of it, with its last attempt. */
export type MemberLevel = MemberVerification['levels'][number]

/** A document that was uploaded. */
export type UploadedDocument = MemberLevel['documents'][number]

/** A verification in the queue. */
export type VerificationLine = Awaited<
  ReturnType<typeof verificationCalls.queue.call>
>['data']['verifications'][number]

/** A verification with its documents, as a reviewer sees it. */
export type VerificationReview = Awaited<ReturnType<typeof verificationCalls.review.call>>['data']
