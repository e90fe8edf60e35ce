import { callsOf } from '#platform/client/calls.ts'
import type { houseContract } from '../contract.ts'

export const houseCalls = callsOf<typeof houseContract>('house')

type DataOf<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** Everything that the operator has decided, as the settings screen reads it. */
export type HouseSettings = DataOf<typeof houseCalls.settings>
export type Setting = HouseSettings['settings'][number]
export type SettingName = Setting['name']
export type Method = HouseSettings['methods'][number]

/** One act in the record. */
export type ActLine = DataOf<typeof houseCalls.audit>[number]

/** One of the staff, with how they get in. */
export type StaffMember = DataOf<typeof houseCalls.staff>[number]

/** What runs by itself, and what of it failed. */
export type Jobs = DataOf<typeof houseCalls.jobs>
export type Queue = Jobs['queues'][number]
export type Troubled = Jobs['troubled'][number]
