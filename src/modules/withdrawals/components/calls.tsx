import { createModuleCalls } from '#platform/client/calls.ts'
import type { withdrawalsContract } from '../contract.ts'

export const withdrawalCalls = createModuleCalls<typeof withdrawalsContract>('withdrawals')

type CallData<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** A withdrawal of the member, as a screen reads it. */
export type OwnWithdrawal = CallData<typeof withdrawalCalls.mine>[number]
export type Available = CallData<typeof withdrawalCalls.available>
export type SavedWallet = CallData<typeof withdrawalCalls.wallets>['saved'][number]

/** The preview of a request, computed by the server. */
export type WithdrawalPreview = CallData<typeof withdrawalCalls.preview>

/** A withdrawal as the staff sees it in a list. */
export type StaffWithdrawal = CallData<typeof withdrawalCalls.list>[number]

/** The checks of a withdrawal and the entries that paying posts. */
export type WithdrawalReview = CallData<typeof withdrawalCalls.review>

/** Several withdrawals with their checks, as one action approves them. */
export type BulkWithdrawalReview = CallData<typeof withdrawalCalls.reviews>

/** The payout batches, and what the next ones would contain. */
export type PayoutBatches = CallData<typeof withdrawalCalls.batches>
export type PayoutBatch = PayoutBatches['batches'][number]
export type NextBatch = PayoutBatches['next'][number]

/** A payout batch with its withdrawals and transactions. */
export type PayoutBatchDetails = CallData<typeof withdrawalCalls.batch>
export type PayoutTransaction = PayoutBatchDetails['transactions'][number]

/** The filter of the staff's list. */
export type WithdrawalListInput = Parameters<typeof withdrawalCalls.list.call>[0]
