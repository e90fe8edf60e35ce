import { createModuleCalls } from '#platform/client/calls.ts'
import type { savedViewsContract } from '../contract.ts'

export const savedViewCalls = createModuleCalls<typeof savedViewsContract>('savedViews')

/** A saved view of the signed-in staff member. */
export type OwnView = Awaited<ReturnType<typeof savedViewCalls.list.call>>['data'][number]
