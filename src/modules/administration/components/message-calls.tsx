import type { enquiriesContract } from '#modules/enquiries/contract.ts'
import { createModuleCalls } from '#platform/client/calls.ts'

export const messageCalls = createModuleCalls<typeof enquiriesContract>('enquiries')

/** A message as the list shows it. */
export type MessageLine = Awaited<
  ReturnType<typeof messageCalls.list.call>
>['data']['enquiries'][number]

/** A message of a visitor to the operator, with its thread. */
export type Message = Awaited<ReturnType<typeof messageCalls.one.call>>['data']
