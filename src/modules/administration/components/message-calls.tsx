import type { enquiriesContract } from '#modules/enquiries/contract.ts'
import { createModuleCalls } from '#platform/client/calls.ts'

export const messageCalls = createModuleCalls<typeof enquiriesContract>('enquiries')

/** What a visitor wrote to the operator. */
export type Message = Awaited<ReturnType<typeof messageCalls.one.call>>['data']
