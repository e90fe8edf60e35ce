export { findQueuePlaces, listQueuePlaces } from './queries/places.ts'
export {
  countOpenWithdrawals,
  countWaitingWithdrawals,
  countWithdrawals,
  measurePayoutTimes,
  sumCompletedWithdrawals,
  sumOtherWithdrawals,
  sumRecentApprovals,
} from './queries/totals.ts'
export {
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
