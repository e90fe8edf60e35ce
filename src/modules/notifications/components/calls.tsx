import { createModuleCalls } from '#platform/client/calls.ts'
import type { notificationsContract } from '../contract.ts'

export const notificationCalls = createModuleCalls<typeof notificationsContract>('notifications')

type CallData<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** A notification as a screen displays it. */
export type NotificationView = CallData<typeof notificationCalls.list>['notifications'][number]
/** A kind of notification with its channels. */
export type ShownChoice = CallData<typeof notificationCalls.choices>[number]
