export { findEvidence, listReferencedEvidence } from './queries/evidence.ts'
export {
  type DistributionLine,
  listPlanDistributions,
  listPlanFigures,
  type PlanFigures,
} from './queries/figures.ts'
export {
  type FundedReturn,
  type Funding,
  listFundedReturns,
  listFunding,
} from './queries/funding.ts'
export {
  computeIncomeReversal,
  type IncomeReversalFigures,
  parseIncomeReversal,
} from './queries/income-reversal.ts'
export {
  type CreditPlan,
  getPlanOnOffer,
  getPlanVersion,
  listPublishedPlans,
  selectCreditPlan,
  selectLockedCreditPlan,
  selectPlansOnOffer,
  takeCreditPlan,
  takePlanOnOffer,
} from './queries/offers.ts'
export { findWorstMonths, listWorstMonths, selectPlanMonths } from './queries/plan-months.ts'
export {
  getPlanName,
  listPlanNames,
  listPlanTitles,
  listPlanVersionIds,
} from './queries/plan-names.ts'
export {
  getPosition,
  listInvestedPrincipal,
  listMemberPositions,
  listOpenPrincipal,
  type PositionView,
  selectPlanHolders,
  selectPositionRows,
  toPositionViews,
} from './queries/positions.ts'
export { selectPrincipalUnderNotice } from './queries/principal-under-notice.ts'
export { listRedeemedParts } from './queries/redeemed-parts.ts'
export {
  getRedemptionNotice,
  listMemberRedemptionNotices,
  listWaitingRedemptionNotices,
  type RedemptionNoticeView,
} from './queries/redemption-notices.ts'
export { previewRedemption } from './queries/redemption-preview.ts'
export {
  type IncomeLine,
  type LossFact,
  type LossLine,
  listLossFacts,
  listPlanIncome,
  listPlanLosses,
} from './queries/results.ts'
export { sumOwedReturns } from './queries/returns.ts'
export { findReversiblePosition, type ReversiblePosition } from './queries/reversible-position.ts'
export { findSettledDay, listPayablePlans } from './queries/settlement.ts'
export {
  listPlansForStaff,
  listWaitingVersions,
  type PlanForStaff,
  type VersionForStaff,
} from './queries/staff-plans.ts'
