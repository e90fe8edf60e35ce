export { computeAccrued, computeTarget, countTermDays, type RedeemedPart } from './model/accrual.ts'
export {
  buildIncomeReversalTransfers,
  findIncomeReversalRefusal,
  type IncomeReversal,
  toIncomeReversalContent,
} from './model/income-reversal.ts'
export {
  findWorstAndBest,
  type MonthAmounts,
  type MonthOfPlan,
  type RatedMonth,
  toMonthOfPlan,
} from './model/month-result.ts'
export { type PlanOffer, type PlanOfferInput, parseOffer } from './model/offer.ts'
export {
  CLOSING_REASON_LIMIT,
  createPlanClosedError,
  findReinvestmentRefusal,
  formatPlanName,
  formatPositionName,
  getFamilyName,
  MAX_TARGET_BPS,
  MAX_TERM_DAYS,
  PLAN_FAMILIES,
  type PlanFamily,
  type PlanVersion,
  parsePlanAmount,
} from './model/plan.ts'
export { describePlan, getSampleLabel } from './model/plan-summary.ts'
export {
  DAYS_TERM_NAMES,
  type DaysTermName,
  MAX_NOTICE_DAYS,
  PLAN_TERMS,
  type PlanTermColumns,
  type PlanTermName,
  type PlanTerms,
  type PlanTermsInput,
  TEXT_TERM_NAMES,
  type TextTermName,
  toTermColumns,
} from './model/plan-terms.ts'
export { assertPlanText, PLAN_TEXTS } from './model/plan-texts.ts'
export {
  AT_MATURITY,
  type AtMaturity,
  buildInvestmentTransfer,
  computeMaturityDay,
  findEndedRefusal,
  POSITION_STATUSES,
  type Position,
  type PositionOrigin,
  type PositionStatus,
  parseAtMaturity,
} from './model/position.ts'
export {
  allocateParts,
  type CashReason,
  computeRedemptionEffect,
  createNoticeNeededError,
  cutToWhatIsLeft,
  findRedemptionRefusal,
  formatDayCount,
  type PositionPart,
  type RedemptionEffect,
  type RedemptionNotice,
  type RedemptionNoticeStatus,
} from './model/redemption.ts'
export { parsePeriodEnd, parsePeriodStart, parseResultText } from './model/result-input.ts'
export { buildIncomeTransfers, buildLossTransfers } from './model/result-transfers.ts'
export {
  type Evidence,
  type Income,
  LOSS_SOURCES,
  type Loss,
  type LossSource,
  type Period,
  parseIncome,
  parseLoss,
  toResultContent,
  type WhilePlaced,
} from './model/results.ts'
export {
  computeLossShares,
  type LossShare,
  splitProRata,
  sumSharesByMember,
} from './model/shares.ts'
export {
  formatYearlyPercentage,
  getTargetWarning,
  illustrate,
  isExtraordinary,
  type Outcome,
  SAMPLE_LABEL,
} from './model/target.ts'
