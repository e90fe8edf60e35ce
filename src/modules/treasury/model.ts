export { buildCoinInTransfers, buildCoinOutTransfers } from './model/coin-transfers.ts'
export {
  type FeePayer,
  findMovementArrival,
  getMovementAction,
  getMovementSubject,
  MOVEMENT_PERMISSIONS,
  type Movement,
  type MovementKind,
  parseMovement,
  toMovementContent,
  type Worth,
} from './model/movement.ts'
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
  buildFeeKey,
  buildReceivedKey,
  buildSettledKey,
  type Posting,
} from './model/posting-keys.ts'
export {
  AGREES_AGAIN,
  type BalanceSource,
  BREAK_LIMIT_MS,
  type BreakResolutionKind,
  CONFIRMED_WITHIN_MS,
  type CustodyState,
  EVIDENCE_LIMIT,
  EXPLANATION_LIMIT,
  EXPLANATION_MIN,
  parseCustodyCode,
  parseHeldAmount,
} from './model/reconciliation.ts'

export const TEXTS = {
  agrees: 'Recorded. Outside and books agree.',
  differs: 'Recorded. Outside and books differ, and a break is open.',
  agreedThen: 'Recorded. They agreed then, but a later balance differs: the break stays open.',
  taken: 'Break taken',
  explained: 'Break resolved as explained',
  fetchRequested: 'The outside balances are being fetched. They appear below in a moment.',
} as const
