import { createModuleCalls } from '#platform/client/calls.ts'
import type { administrationContract } from '../contract.ts'

export const administrationCalls =
  createModuleCalls<typeof administrationContract>('administration')

type CallData<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** The settings of the installation, as the API returns them. */
export type OperatorSettings = CallData<typeof administrationCalls.settings>
export type Setting = OperatorSettings['settings'][number]
export type SettingName = Setting['name']
export type AddressSource = OperatorSettings['sources'][number]
/** A checked source with its first addresses. */
export type SourcePreview = CallData<typeof administrationCalls.previewAddressSource>
export type PoolAddress = CallData<typeof administrationCalls.poolAddresses>[number]
export type Method = OperatorSettings['methods'][number]

/** An event of the audit log. */
export type AuditEventLine = CallData<typeof administrationCalls.audit>[number]

/** A staff member with role and access. */
export type StaffMember = CallData<typeof administrationCalls.staff>[number]

/** The job queues and the failed jobs. */
export type Jobs = CallData<typeof administrationCalls.jobs>
export type Queue = Jobs['queues'][number]
export type TroubledJob = Jobs['troubled'][number]
