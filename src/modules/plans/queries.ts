export { findEvidence, listReferencedEvidence } from './queries/evidence.ts'
export {
  type DistributionLine,
  listPlanDistributions,
  listPlanFigures,
  listWorstMonths,
  type MonthOfPlan,
  type PlanFigures,
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
  getPlanOnOffer,
  getPlanVersion,
  isPlanClosed,
  listPublishedPlans,
} from './queries/offers.ts'
export { getPlanName, listPlanNames, listPlanTitles } from './queries/plan-names.ts'
export {
  getPosition,
  listInvestedPrincipal,
  listMemberPositions,
  listOpenPrincipal,
  type PositionView,
} from './queries/positions.ts'
export { listRedeemedParts } from './queries/redeemed-parts.ts'
export {
  getRedemptionNotice,
  listMemberRedemptionNotices,
  listPrincipalUnderNotice,
  listWaitingRedemptionNotices,
  previewRedemption,
  type RedemptionNoticeView,
} from './queries/redemption-notices.ts'
export {
  type IncomeLine,
  type LossFact,
  type LossLine,
  listLossFacts,
  listPlanIncome,
  listPlanLosses,
} from './queries/results.ts'
export { findReversiblePosition, type ReversiblePosition } from './queries/reversible-position.ts'
export {
  listPlansForStaff,
  listWaitingVersions,
  type PlanForStaff,
  type VersionForStaff,
} from './queries/staff-plans.ts'
