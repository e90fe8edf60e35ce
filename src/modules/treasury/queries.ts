export { type Break, type BreakFilter, getBreak, listBreaks } from './queries/breaks.ts'
export { type CountedCustody, getCountedCustody } from './queries/counted-custody.ts'
export { type CustodyLine, getHeldUnits, isUnconfirmed, listCustody } from './queries/custody.ts'
export { sumOpenDifferences } from './queries/open-differences.ts'
export {
  listOutsideBalances,
  type OutsideBalance,
  toOutsideBalance,
} from './queries/outside-balances.ts'
export { type CustodyHolding, getTreasury, type Treasury } from './queries/overview.ts'
export { assertPlan, getPlace, isPlace } from './queries/places.ts'
export { listPlanAssets } from './queries/plan-assets.ts'
export { getReserve, listReserves } from './queries/reserves.ts'
export { getUnmatched, listUnmatched, type UnmatchedReceipt } from './queries/suspense.ts'
export { computeWorth } from './queries/worth.ts'
