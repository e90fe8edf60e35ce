import { createModuleCalls } from '#platform/client/calls.ts'
import type { deskContract } from '../contract.ts'

export const deskCalls = createModuleCalls<typeof deskContract>('desk')

/** A note or a task about a member, a deposit or a withdrawal. */
export type DeskNote = Awaited<ReturnType<typeof deskCalls.tasks.call>>['data'][number]
