export { buildCoinInTransfers, buildCoinOutTransfers } from './model/coin-transfers.ts'
export {
  CONFIRMATIONS,
  type Confirmation,
  type CountedPlace,
  computeCountedUnits,
  computeKnownUnits,
  findConfirmation,
  OUTSIDE_MAX_AGE_DAYS,
  type UnclearedBreak,
} from './model/counted-custody.ts'
export {
  type FeePayer,
  findMovementArrival,
  getMovementAction,
  getMovementSubject,
  MOVEMENT_PERMISSIONS,
  type Movement,
  type MovementKind,
  type Worth,
} from './model/movement.ts'
export { parseMovement, toMovementContent } from './model/movement-content.ts'
export {
  assertNear,
  parseDestination,
  parsePlace,
  parsePositiveAmount,
  parseReason,
} from './model/movement-input.ts'
export { buildMovementTransfers } from './model/movement-transfers.ts'
export { isCustody, sumOutflowsByAccount } from './model/outflows.ts'
export {
  createSimulatedOutput,
  formatOutput,
  type PaymentReferenceInput,
  resolveOutput,
  type Sending,
} from './model/payment-reference.ts'
export {
  PLAN_ASSETS_EVENTS,
  type PlanAssets,
  type PlanAssetsEvent,
  type PlanAssetsSums,
  sumPlanAssets,
} from './model/plan-assets.ts'
export {
  buildFeeKey,
  buildReceivedKey,
  buildSettledKey,
  type Posting,
} from './model/posting-keys.ts'
export {
  AGREES_AGAIN,
  type BalanceSource,
  BREAK_LIMIT_MS,
  type BreakExplanation,
  type BreakResolutionKind,
  CONFIRMED_WITHIN_MS,
  type CustodyState,
  EVIDENCE_LIMIT,
  parseCustodyCode,
  parseExplanation,
  parseExplanationContent,
  parseHeldAmount,
  toExplanationContent,
} from './model/reconciliation.ts'

export {
  buildReserveStatement,
  CHALLENGE_MS,
  NOT_COVERED,
  RESERVE_STATES,
  type Reserve,
  type ReserveChallenge,
  type ReserveState,
  WALLET_KINDS,
  type WalletKind,
} from './model/reserves.ts'

export const TEXTS = {
  agrees: 'Balance recorded. It agrees with the ledger.',
  differs: 'Balance recorded. It differs from the ledger, and a break is open.',
  agreedThen:
    'Balance recorded. It agreed at that time, but a later balance differs, so the break stays ' +
    'open.',
  taken: 'Break assigned to you',
  explained: 'Break resolved',
  explanationProposed: 'Waiting for approval by a second admin',
  reserveAdded: 'Reserve address added',
  reserveRetired: 'Reserve address retired',
  statementPrepared: 'Statement prepared. Sign it within 24 hours.',
  statementProved: 'Control of the address is proved',
  fetchRequested: 'Fetching external balances. They’ll appear below shortly.',
} as const
