import type { enquiriesContract } from '#modules/enquiries/contract.ts'
import { callsOf } from '#platform/client/calls.ts'

export const messageCalls = callsOf<typeof enquiriesContract>('enquiries')

/** What a visitor wrote to the operator. */
export type Message = Awaited<ReturnType<typeof messageCalls.one.call>>['data']
