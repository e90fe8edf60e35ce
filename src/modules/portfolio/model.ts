export { isShownAsHashed, parseHashedText } from './model/chained-rows.ts'
export { type ClosingRetention, listClosingEffects } from './model/closing.ts'
export {
  buildDataExportKey,
  CLOSING_PHRASE,
  DATA_EXPORT_LIFETIME_MS,
  MAX_DATA_EXPORTS_PER_DAY,
  parseDataExportId,
} from './model/data-export.ts'
export {
  computeValueChange,
  FIGURE_NAMES,
  type FigureName,
  getTransferTypeLabel,
  sumExpectedReturns,
} from './model/figures.ts'
export {
  computeMonthSums,
  HEADING_BY_TYPE,
  HEADING_MEANINGS,
  HEADING_NAMES,
  HEADINGS,
  type Heading,
  type MonthSums,
  type Sums,
  sumByHeading,
} from './model/headings.ts'
export { type CashFlow, computePerformance, type Performance } from './model/performance.ts'
export {
  computePresetPeriod,
  createTooLongError,
  isBackwards,
  LIMITS,
  MAX_ENTRIES,
  PERIOD_ORDER_MESSAGE,
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
  type DescribedLine,
  formatMovement,
  type Leg,
  type StatementLine,
} from './model/statement-lines.ts'
export {
  getSubAccountKey,
  SUB_ACCOUNT_KEYS,
  SUB_ACCOUNT_LABELS,
  SUB_ACCOUNT_MEANINGS,
  type SubAccountBalances,
  sumSubAccounts,
  ZERO_BALANCES,
} from './model/sub-accounts.ts'
