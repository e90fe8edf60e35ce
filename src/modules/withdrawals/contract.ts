import { memberWithdrawalCalls } from './contract/member.ts'
import { payoutBatchCalls } from './contract/payout-batches.ts'
import { staffWithdrawalCalls } from './contract/staff.ts'
import { walletCalls } from './contract/wallets.ts'

export const withdrawalsContract = {
  ...memberWithdrawalCalls,
  ...walletCalls,
  ...staffWithdrawalCalls,
  ...payoutBatchCalls,
}
