export { findQueuePlaces, listQueuePlaces } from './queries/places.ts'
export {
  computeWithdrawalReversal,
  parseWithdrawalReversal,
  type WithdrawalReversalFigures,
} from './queries/reversal.ts'
export {
  countOpenWithdrawals,
  countOverdueWithdrawals,
  countWaitingWithdrawals,
  countWithdrawals,
  measurePayoutTimes,
  sumApprovedUnits,
  sumCompletedWithdrawals,
  sumOtherWithdrawals,
  sumRecentApprovals,
} from './queries/totals.ts'
export {
  countOtherHolders,
  getDestination,
  isSavedAddress,
  listWalletRecords,
  listWallets,
  type Wallet,
} from './queries/wallets.ts'
export {
  getAnyWithdrawal,
  getWithdrawal,
  listWithdrawalRecords,
  listWithdrawals,
  listWithdrawalsById,
  toWithdrawal,
  type Withdrawal,
  type WithdrawalFilter,
} from './queries/withdrawal.ts'
