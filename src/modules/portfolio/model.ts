export {
  buildDataExportKey,
  CLOSING_PHRASE,
  DATA_EXPORT_LIFETIME_MS,
  MAX_DATA_EXPORTS_PER_DAY,
  parseDataExportId,
} from './model/data-export.ts'
export {
  changeOfBalance,
  FIGURE_NAMES,
  type FigureName,
  getTransferTypeLabel,
  isInBalance,
  SUM_TERMS,
  type SumTerm,
  sumExpectedReturns,
} from './model/figures.ts'
export {
  computeMonthSums,
  formatMonth,
  HEADING_NAMES,
  HEADING_OF,
  HEADINGS,
  type Heading,
  type MonthSums,
  type Sums,
  sumByHeading,
} from './model/headings.ts'
export {
  computePresetPeriod,
  createTooLongError,
  ENDS_BEFORE,
  isBackwards,
  LIMITS,
  MOST_ENTRIES,
  type Period,
  PRESETS,
  type Preset,
  parseBalanceDay,
  parsePeriod,
  parseYear,
} from './model/period.ts'
export {
  assertAddsUp,
  buildStatementLines,
  computeMovedAmount,
  formatMovement,
  type Leg,
  type StatementLine,
  type WordedLine,
} from './model/statement-lines.ts'
export {
  getSubAccountKey,
  SUB_ACCOUNT_KEYS,
  SUB_ACCOUNT_LABELS,
  type SubAccountBalances,
  sumSubAccounts,
  ZERO_BALANCES,
} from './model/sub-accounts.ts'
