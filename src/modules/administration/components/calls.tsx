import { createModuleCalls } from '#platform/client/calls.ts'
import type { administrationContract } from '../contract.ts'

export const administrationCalls =
  createModuleCalls<typeof administrationContract>('administration')

type CallData<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** Everything that the operator has decided, as the settings screen reads it. */
export type OperatorSettings = CallData<typeof administrationCalls.settings>
export type Setting = OperatorSettings['settings'][number]
export type SettingName = Setting['name']
export type Method = OperatorSettings['methods'][number]

/** One act in the record. */
export type AuditEventLine = CallData<typeof administrationCalls.audit>[number]

/** One of the staff, with how they get in. */
export type StaffMember = CallData<typeof administrationCalls.staff>[number]

/** What runs by itself, and what of it failed. */
export type Jobs = CallData<typeof administrationCalls.jobs>
export type Queue = Jobs['queues'][number]
export type TroubledJob = Jobs['troubled'][number]
