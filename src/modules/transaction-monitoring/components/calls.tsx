import { createModuleCalls } from '#platform/client/calls.ts'
import type { transactionMonitoringContract } from '../contract.ts'

export const monitoringCalls =
  createModuleCalls<typeof transactionMonitoringContract>('transactionMonitoring')

/** A rule's finding about one transaction. */
export type CaseLine = Awaited<
  ReturnType<typeof monitoringCalls.cases.call>
>['data']['cases'][number]
