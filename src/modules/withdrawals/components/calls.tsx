import { callsOf } from '#platform/client/calls.ts'
import type { withdrawalsContract } from '../contract.ts'

export const withdrawalCalls = callsOf<typeof withdrawalsContract>('withdrawals')

type DataOf<Call extends { call: (...input: never[]) => Promise<{ data: unknown }> }> = Awaited<
  ReturnType<Call['call']>
>['data']

/** A withdrawal of the member, as a screen reads it. */
export type OwnWithdrawal = DataOf<typeof withdrawalCalls.mine>[number]
export type Available = DataOf<typeof withdrawalCalls.available>
export type SavedWallet = DataOf<typeof withdrawalCalls.wallets>['saved'][number]

/** What a request would mean, as the server says before it is made. */
export type WithdrawalPreview = DataOf<typeof withdrawalCalls.preview>

/** A withdrawal as the staff sees it in a list. */
export type StaffWithdrawal = DataOf<typeof withdrawalCalls.list>[number]

/** What a withdrawal rests on and what paying it will post. */
export type WithdrawalReview = DataOf<typeof withdrawalCalls.review>

/** What the staff's list is asked for. */
export type WithdrawalsAsked = Parameters<typeof withdrawalCalls.list.call>[0]
