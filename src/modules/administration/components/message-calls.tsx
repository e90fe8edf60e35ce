import type { enquiriesContract } from '#modules/enquiries/contract.ts'
import { createModuleCalls } from '#platform/client/calls.ts'

export const messageCalls = createModuleCalls<typeof enquiriesContract>('enquiries')

/** A message of a visitor to the operator. */
export type Message = Awaited<ReturnType<typeof messageCalls.one.call>>['data']
