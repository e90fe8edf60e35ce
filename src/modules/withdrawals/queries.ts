export { findQueuePlaces, listQueuePlaces } from './queries/places.ts'
export {
  computeWithdrawalReversal,
  parseWithdrawalReversal,
  type WithdrawalReversalFigures,
} from './queries/reversal.ts'
export {
  findLargeWithdrawals,
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
  type WithdrawalFilter,
} from './queries/withdrawal.ts'
export {
  countOpenWithdrawals,
  countOverdueWithdrawals,
  countWaitingWithdrawals,
  countWithdrawals,
  findOldestWithdrawals,
  measurePayoutTimes,
} from './queries/withdrawal-counts.ts'
export {
  type RequestedWithdrawal,
  toWithdrawal,
  type Withdrawal,
} from './queries/withdrawal-row.ts'
