import { callsOf } from '#platform/client/calls.ts'
import type { notificationsContract } from '../contract.ts'

export const notificationCalls = callsOf<typeof notificationsContract>('notifications')

type DataOf<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** A notice as a screen reads it. */
export type ShownNotice = DataOf<typeof notificationCalls.list>['notices'][number]
/** A kind of notice, and by which ways it is told. */
export type ShownChoice = DataOf<typeof notificationCalls.choices>[number]
