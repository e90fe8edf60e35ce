export { findEvidence, listReferencedEvidence } from './queries/evidence.ts'
export {
  type DistributionLine,
  findWorstMonths,
  listPlanDistributions,
  listPlanFigures,
  listWorstMonths,
  type PlanFigures,
  selectPlanMonths,
} from './queries/figures.ts'
export {
  type FundedReturn,
  type Funding,
  findSettledDay,
  listFundedReturns,
  listFunding,
  listPayablePlans,
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
export { listRedeemedParts } from './queries/redeemed-parts.ts'
export {
  getRedemptionNotice,
  listMemberRedemptionNotices,
  listWaitingRedemptionNotices,
  previewRedemption,
  type RedemptionNoticeView,
  selectPrincipalUnderNotice,
} from './queries/redemption-notices.ts'
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
export {
  listPlansForStaff,
  listWaitingVersions,
  type PlanForStaff,
  type VersionForStaff,
} from './queries/staff-plans.ts'
