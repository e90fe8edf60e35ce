export {
  listChanges,
  listEarlierEntries,
  type OwnEntriesFilter,
} from './queries/account-changes.ts'
export {
  type AccountLine,
  type AccountSearch,
  findAccount,
  listAccounts,
  searchAccounts,
} from './queries/accounts.ts'
export {
  type AccountBalance,
  getBalance,
  getBalanceAtTime,
  getBalances,
  getEndOfDayBalance,
  getHistoricalBalance,
  listAccountBalances,
} from './queries/balances.ts'
export {
  type ChainHealth,
  findBlockBySeq,
  findJournalBlock,
  findJournalHead,
  getChainHealth,
  type JournalBlock,
  type LedgerProblem,
  selectJournalHead,
  verifyLedger,
} from './queries/chain.ts'
export { type ChainedEntry, listChainedEntries } from './queries/chained-entries.ts'
export {
  findEntry,
  listAccountEntries,
  listApproved,
  listCredits,
  listEntries,
} from './queries/entries.ts'
export type { Entry, EntryFilter } from './queries/entry-selection.ts'
export { assertLedgerOpen, type Freeze, findFreeze } from './queries/freezes.ts'
export {
  countOwed,
  getEndOfDayMemberBalances,
  getMemberBalances,
  listSubAccountBalances,
  type MemberBalances,
  selectMemberBalances,
  sumOwedToMembers,
  toMemberBalances,
} from './queries/member-balances.ts'
export {
  findBlockNumber,
  type JournalLink,
  listJournalLinks,
  listOwnerBlocks,
  type OwnChainedRow,
  type OwnJournalBlock,
} from './queries/owner-blocks.ts'
export {
  listOwnerDays,
  listOwnerMonthlyChanges,
  listOwnerStatementLines,
  type OwnerDay,
  type OwnerLine,
  selectOwnerDays,
} from './queries/owner-history.ts'
export { listPlanAssetsMovements, type PlanAssetsMovement } from './queries/plan-assets.ts'
export { listPostingRuleDifferences } from './queries/posting-rule-differences.ts'
export {
  computePostingHash,
  listPostingRules,
  needsApproval,
  type PostingRule,
} from './queries/posting-rules.ts'
export {
  findReceipt,
  listReceipts,
  listReceiptUses,
  type RecordedReceipt,
} from './queries/receipts.ts'
export {
  listPeriodStatementLines,
  listStatementLines,
  type StatementLine,
} from './queries/statements.ts'
export {
  getHistoricalTrialBalance,
  getTrialBalance,
  type TrialBalanceLine,
} from './queries/trial-balance.ts'
