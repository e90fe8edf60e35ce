import { createModuleCalls } from '#platform/client/calls.ts'
import type { integrityContract } from '../contract.ts'

export const integrityCalls = createModuleCalls<typeof integrityContract>('integrity')

type CallData<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

export type AccountLine = CallData<typeof integrityCalls.accounts>[number]
export type JournalRow = CallData<typeof integrityCalls.rows>[number]
export type Verification = CallData<typeof integrityCalls.verifications>[number]
export type TrialLine = CallData<typeof integrityCalls.trialBalance>[number]
export type AccountStatement = CallData<typeof integrityCalls.statement>
