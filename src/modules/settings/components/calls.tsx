import { createModuleCalls } from '#platform/client/calls.ts'
import type { settingsContract } from '../contract.ts'

export const settingsCalls = createModuleCalls<typeof settingsContract>('settings')

/** A payment method as the API returns it. */
export type OfferedMethod = Awaited<
  ReturnType<typeof settingsCalls.paymentMethods.call>
>['data'][number]
