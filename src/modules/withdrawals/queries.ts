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
  findLargeWithdrawals,
  findOldestWithdrawals,
  measurePayoutTimes,
  selectCompletedWithdrawals,
  sumApprovedUnits,
  sumCompletedWithdrawals,
  sumOtherWithdrawals,
  sumRecentApprovals,
} from './queries/totals.ts'
export {
  countOtherHolders,
  getDestination,
  isForNewAddress,
  isSavedAddress,
  listSavedAddresses,
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
  type RequestedWithdrawal,
  toWithdrawal,
  type Withdrawal,
  type WithdrawalFilter,
} from './queries/withdrawal.ts'
