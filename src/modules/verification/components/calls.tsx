import { createModuleCalls } from '#platform/client/calls.ts'
import type { verificationContract } from '../contract.ts'

export const verificationCalls = createModuleCalls<typeof verificationContract>('verification')

/** What every call of the member answers. */
export type VerificationAnswer = Awaited<ReturnType<typeof verificationCalls.mine.call>>

/** A member's verification as a whole. */
export type MemberVerification = VerificationAnswer['data']

/** One level of it, with its last attempt. */
export type MemberLevel = MemberVerification['levels'][number]

/** A document that was uploaded. */
export type UploadedDocument = MemberLevel['documents'][number]
