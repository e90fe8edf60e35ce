import { createModuleCalls } from '#platform/client/calls.ts'
import type { settingsContract } from '../contract.ts'

export const settingsCalls = createModuleCalls<typeof settingsContract>('settings')

/** A method of payment, as a screen reads it. */
export type OfferedMethod = Awaited<
  ReturnType<typeof settingsCalls.paymentMethods.call>
>['data'][number]
