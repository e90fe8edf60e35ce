import { COIN_TABLE } from '#lib/currencies.ts'
// Long because a movement's words, its transfers, its content and its reading back change together.
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import {
  type Cents,
  type Coin,
  type CoinUnits,
  type Currency,
  formatUsd,
  parseAmount,
  SCALE,
} from '#lib/money.ts'
import { normaliseBankReference, normaliseReceiptReference } from '#lib/payment-references.ts'
import type { Permission } from '#modules/approvals/model.ts'
import {
  type AccountCode,
  EQUITY,
  FEES,
  getAccountCurrency,
  type Output,
  PROMOTION,
  type Transfer,
  type TransferType,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toSuspenseAccountCode,
} from '#modules/ledger/model.ts'

type Legs = {
  /** The business event that both legs belong to; `/coin` and `/dollars` are put behind it. */
  event: string
  kind: TransferType
  coin: Coin
  units: CoinUnits
  /** What the coin is worth at the rate agreed, in cents. */
  cents: Cents
  /** Where it is held; the coin's usual place unless named. */
  place?: string
  reference: string
  effective: Day
  actor: string
  reason?: string
}

const pickSharedFields = ({ kind, reference, effective, actor, reason }: Legs) => ({
  kind,
  reference,
  effective,
  actor,
  ...(reason !== undefined && { reason }),
})

/**
 * Coin that came into custody, and dollars owed for it: two linked transfers, the receipt on the
 * coin's.
 */
export const buildCoinInTransfers = (
  legs: Legs & { receipt: string; to: AccountCode },
): Transfer[] => [
  {
    ...pickSharedFields(legs),
    event: `${legs.event}/coin`,
    debit: toCustodyAccountCode(legs.coin, legs.place),
    credit: toExchangeAccountCode(legs.coin),
    amount: legs.units,
    receipt: legs.receipt,
  },
  {
    ...pickSharedFields(legs),
    event: `${legs.event}/dollars`,
    debit: toExchangeAccountCode('USD'),
    credit: legs.to,
    amount: legs.cents,
  },
]

/** Dollars no longer owed, and the coin that left custody for them: two linked transfers. */
export const buildCoinOutTransfers = (legs: Legs & { from: AccountCode }): Transfer[] => [
  {
    ...pickSharedFields(legs),
    event: `${legs.event}/dollars`,
    debit: legs.from,
    credit: toExchangeAccountCode('USD'),
    amount: legs.cents,
  },
  {
    ...pickSharedFields(legs),
    event: `${legs.event}/coin`,
    debit: toExchangeAccountCode(legs.coin),
    credit: toCustodyAccountCode(legs.coin, legs.place),
    amount: legs.units,
  },
]

/**
 * An outgoing amount as sent: its currency, the place that holds it, and its destination.
 */
export type Sending = { currency: Currency; amount: string; place?: string; destination: string }

/**
 * How staff observed a payment, as sent: coin by its transaction, dollars by the bank reference.
 */
export type PaymentReferenceInput = { txid?: string; outputIndex?: number; bankReference?: string }

/**
 * The one identity of a payment, so that it can't be used again under another; null where none was
 * named.
 */
function parsePaymentIdentity(
  currency: Currency,
  { txid, outputIndex = 0, bankReference }: PaymentReferenceInput,
): Output | null {
  const bank = normaliseBankReference(bankReference ?? '')
  const txidText = txid?.trim() ?? ''
  if (txidText && bank)
    throw createReferenceError(
      'two_ways',
      'Please enter the transaction id or the bank reference, not both.',
    )
  if (currency === 'USD' && txidText)
    throw createReferenceError(
      'wrong_way',
      'Dollars come in by bank: name the bank reference.',
      'txid',
    )

  if (currency !== 'USD' && bank)
    throw createReferenceError(
      'wrong_way',
      'Coin comes in by a transaction: name its id, not a bank reference.',
    )

  if (currency !== 'USD' && COIN_TABLE[currency].outputs === 'one' && outputIndex !== 0)
    throw createReferenceError(
      'invalid_output',
      'A transfer of Ether has one output, number 0.',
      'outputIndex',
    )
  if (bank) return { source: 'bank', reference: bank, outputIndex: 0 }

  return txidText
    ? { source: currency as Coin, reference: normaliseReceiptReference(txidText), outputIndex }
    : null
}

/**
 * The payment that was seen; in the sandbox naming nothing means one that is simulated for
 * `purpose` (`dep_…`). Throws `receipt_needed` (400) in live, and what `parsePaymentIdentity` throws.
 */
export function resolveOutput(
  mode: 'sandbox' | 'live',
  currency: Currency,
  paymentReference: PaymentReferenceInput,
  purpose: string,
): Output {
  const identity = parsePaymentIdentity(currency, paymentReference)
  if (identity) return identity
  if (mode === 'sandbox') return createSimulatedOutput(purpose)
  const field = currency === 'USD' ? 'bankReference' : 'txid'
  throw createReferenceError(
    'receipt_needed',
    'Please enter the transaction id or the bank reference.',
    field,
  )
}

/** Returns the output of a payment that the sandbox simulates. */
export const createSimulatedOutput = (purpose: string): Output => ({
  source: 'simulated',
  reference: `simulated ${purpose}`,
  outputIndex: 0,
})

/** A payment in a few words, for who decides. */
export function formatOutput({ source, reference, outputIndex }: Output): string {
  if (source === 'simulated') return reference
  return source === 'bank' ? `bank ${reference}` : `${source} ${reference}:${outputIndex}`
}

const createReferenceError = (code: string, message: string, field = 'bankReference') =>
  new DomainError(code, 400, message, field)

type Amount = { currency: Currency; units: bigint }
/**
 * At today's rate (dollars for one coin, times 10^6), in cents; no rate where it is dollars anyway.
 */
export type Worth = { cents: Cents; rate: bigint | null }
/** What was seen, with the id that its receipt has, or gets once it is posted. */
type Come = Output & { receipt: string; observedAs: string }
type IncomingAmount = Amount & { place: string } & Come
type OutgoingAmount = Amount & { place: string; destination: string }
type MovementReason = { reason: string }

/**
 * A movement of the operator's own money or of custody, with every figure that a second admin
 * approves.
 */
export type Movement =
  | ({ kind: 'capital_paid_in' } & IncomingAmount & Worth & MovementReason)
  | ({ kind: 'capital_paid_out' } & OutgoingAmount & Worth & MovementReason)
  | ({ kind: 'assets_placed'; planId: string } & OutgoingAmount & Worth & MovementReason)
  | ({ kind: 'assets_returned'; planId: string } & IncomingAmount & Worth & MovementReason)
  | ({
      kind: 'promotion_funded' | 'promotion_returned' | 'fees_taken'
      cents: Cents
    } & MovementReason)
  | ({ kind: 'suspense_received' } & IncomingAmount & MovementReason)
  | ({ kind: 'suspense_matched'; receipt: string; memberId: string } & Amount &
      Worth &
      MovementReason)
  | ({ kind: 'suspense_refunded'; receipt: string } & OutgoingAmount & MovementReason)
  | ({ kind: 'custody_moved'; place: string; toPlace: string; opensPlace: boolean } & Amount &
      MovementReason)
  | ({
      kind: 'converted'
      place: string
      toCurrency: Currency
      toUnits: bigint
      toPlace: string
    } & Amount &
      Come &
      MovementReason)
  | ({
      kind: 'network_fee_paid'
      paidFrom: FeePayer
      txid: string
      place: string
      currency: Coin
    } & Amount &
      Worth)
export type FeePayer = 'equity' | 'fees'
export type MovementKind = Movement['kind']

/** The permission of each movement; approvals define its roles and the second admin's threshold. */
export const MOVEMENT_PERMISSIONS = {
  capital_paid_in: 'capital.record',
  capital_paid_out: 'capital.record',
  assets_placed: 'assets.record',
  assets_returned: 'assets.record',
  promotion_funded: 'promotion.fund',
  promotion_returned: 'promotion.fund',
  fees_taken: 'fees.take',
  suspense_received: 'suspense.receive',
  suspense_matched: 'suspense.match',
  suspense_refunded: 'suspense.refund',
  custody_moved: 'custody.move',
  converted: 'custody.convert',
  network_fee_paid: 'network-fee.record',
} as const satisfies Record<MovementKind, Permission>

const ACTIONS: Partial<Record<MovementKind, string>> = {
  converted: 'custody.converted',
  network_fee_paid: 'network-fee.paid',
}

/** Returns the name of the audit event: `capital.paid-in`. */
export const getMovementAction = (kind: MovementKind): string =>
  ACTIONS[kind] ?? kind.replace('_', '.').replace('_', '-')

/** Returns the subject of a movement: its receipt, its plan, or the operator's account. */
export function getMovementSubject(movement: Movement, id: string): string {
  if (movement.kind === 'assets_placed') return movement.planId
  if (movement.kind === 'capital_paid_out') return EQUITY
  if (movement.kind === 'promotion_funded' || movement.kind === 'promotion_returned')
    return PROMOTION
  return 'receipt' in movement ? movement.receipt : id
}

/**
 * What a movement says has come in, for its receipt; null where nothing has, or where that is
 * recorded already.
 */
export function findMovementArrival(
  movement: Movement,
): (Amount & Output & { id: string; into: AccountCode }) | null {
  if (!('source' in movement)) return null

  const { receipt: id, source, reference, outputIndex } = movement
  const output = { id, source, reference, outputIndex }

  if (movement.kind !== 'converted') {
    const { currency, units, place } = movement
    return { ...output, currency, units, into: toCustodyAccountCode(currency, place) }
  }

  const { toCurrency: currency, toUnits: units, toPlace } = movement
  return { ...output, currency, units, into: toCustodyAccountCode(currency, toPlace) }
}

const IN_MINOR_UNITS: ReadonlySet<string> = new Set(['units', 'cents', 'rate', 'toUnits'])

/** A movement as a second admin reads it: amounts as texts of minor units, nothing else changed. */
export const toMovementContent = (movement: Movement): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(movement).map(([field, value]) => [
      field,
      value === null ? null : String(value),
    ]),
  )

/** The movement that was read: what `contentOf` wrote down, as it was. */
export function parseMovement(content: Readonly<Record<string, unknown>>): Movement {
  invariant(
    String(content.kind) in MOVEMENT_PERMISSIONS,
    'a movement that is carried out is one that was proposed',
  )
  return Object.fromEntries(Object.entries(content).map(readBack)) as Movement
}

function readBack([field, value]: [string, unknown]): [string, unknown] {
  if (field === 'outputIndex') return [field, Number(value)]
  if (field === 'opensPlace') return [field, value === 'true']
  return IN_MINOR_UNITS.has(field) && value !== null
    ? [field, BigInt(String(value))]
    : [field, value]
}

/** Of which proposal or movement the transfers are, and who posts them when. */
export type Posting = { id: string; on: Day; actor: string }

export const buildReceivedKey = (receipt: string) => `suspense/${receipt}/received`
/** Matched or refunded, whichever comes first: one event, so that it happens once. */
export const buildSettledKey = (receipt: string) => `suspense/${receipt}/settled`
export const buildFeeKey = (coin: Currency, txid: string) => `network-fee/${coin}/${txid}`

function buildMovementKey(movement: Movement, id: string): string {
  if (movement.kind === 'suspense_received') return buildReceivedKey(movement.receipt)
  if (movement.kind === 'suspense_matched' || movement.kind === 'suspense_refunded')
    return buildSettledKey(movement.receipt)
  if (movement.kind === 'network_fee_paid') return buildFeeKey(movement.currency, movement.txid)
  return `${movement.kind}/${id}`
}

function getMovementReference(movement: Movement, id: string): string {
  if (movement.kind === 'network_fee_paid') return buildFeeKey(movement.currency, movement.txid)
  return movement.kind.startsWith('suspense_') && 'receipt' in movement ? movement.receipt : id
}

/** Returns the reason that the journal stores: why, and the destination. */
function formatMovementReason(movement: Movement): string {
  if (movement.kind === 'network_fee_paid') return `Transaction ${movement.txid}`
  return 'destination' in movement
    ? `${movement.reason} (to ${movement.destination})`
    : movement.reason
}

type Base = Omit<Transfer, 'debit' | 'credit' | 'amount'>

const buildIncomingTransfers = (
  base: Base,
  movement: IncomingAmount & Worth,
  to: AccountCode,
): Transfer[] => {
  const { currency, units, cents, place, receipt } = movement
  return currency === 'USD'
    ? [{ ...base, debit: toCustodyAccountCode('USD', place), credit: to, amount: cents, receipt }]
    : buildCoinInTransfers({ ...base, coin: currency, units, cents, place, receipt, to })
}

const buildOutgoingTransfers = (
  base: Base,
  movement: Amount & Worth & { place: string },
  from: AccountCode,
): Transfer[] => {
  const { currency, units, cents, place } = movement
  return currency === 'USD'
    ? [{ ...base, debit: from, credit: toCustodyAccountCode('USD', place), amount: cents }]
    : buildCoinOutTransfers({ ...base, coin: currency, units, cents, place, from })
}

const buildMatchTransfers = (
  base: Base,
  movement: Amount & Worth & { memberId: string },
): Transfer[] => {
  const { currency, units, cents, memberId } = movement
  const cash = toMemberAccountCode(memberId, 'cash')
  const from = { ...base, debit: toSuspenseAccountCode(currency), amount: units }
  if (currency === 'USD') return [{ ...from, credit: cash }]

  const dollars = {
    ...base,
    event: `${base.event}/dollars`,
    debit: toExchangeAccountCode('USD'),
    credit: cash,
  }

  return [
    { ...from, credit: toExchangeAccountCode(currency) },
    { ...dollars, amount: cents },
  ]
}

type ConversionMovement = Extract<Movement, { kind: 'converted' }>

const buildConversionTransfers = (base: Base, movement: ConversionMovement): Transfer[] => {
  const { currency, units, place, toCurrency, toUnits, toPlace, receipt } = movement
  const gone = {
    debit: toExchangeAccountCode(currency),
    credit: toCustodyAccountCode(currency, place),
    amount: units,
  }
  const come = {
    debit: toCustodyAccountCode(toCurrency, toPlace),
    credit: toExchangeAccountCode(toCurrency),
    amount: toUnits,
    receipt,
  }

  return [
    { ...base, event: `${base.event}/out`, ...gone },
    { ...base, event: `${base.event}/in`, ...come },
  ]
}

/**
 * What a movement posts: all of it from its own words and figures, so that proposed and carried out
 * are the same.
 */
export function buildMovementTransfers(movement: Movement, { id, on, actor }: Posting): Transfer[] {
  const base: Base = {
    event: buildMovementKey(movement, id),
    kind: movement.kind,
    reference: getMovementReference(movement, id),
    effective: on,
    actor,
    reason: formatMovementReason(movement),
  }

  switch (movement.kind) {
    case 'capital_paid_in':
      return buildIncomingTransfers(base, movement, EQUITY)
    case 'capital_paid_out':
      return buildOutgoingTransfers(base, movement, EQUITY)
    case 'assets_placed':
      return buildOutgoingTransfers(base, movement, toPlanAssetsAccountCode(movement.planId))
    case 'assets_returned':
      return buildIncomingTransfers(base, movement, toPlanAssetsAccountCode(movement.planId))
    case 'network_fee_paid':
      return buildOutgoingTransfers(base, movement, movement.paidFrom === 'equity' ? EQUITY : FEES)
    case 'promotion_funded':
      return [{ ...base, debit: EQUITY, credit: PROMOTION, amount: movement.cents }]
    case 'promotion_returned':
      return [{ ...base, debit: PROMOTION, credit: EQUITY, amount: movement.cents }]
    case 'fees_taken':
      return [{ ...base, debit: FEES, credit: EQUITY, amount: movement.cents }]
    case 'suspense_matched':
      return buildMatchTransfers(base, movement)
    case 'converted':
      return buildConversionTransfers(base, movement)
    default:
      return [{ ...base, ...buildSingleLeg(movement) }]
  }
}

type OneLeg = Extract<
  Movement,
  { kind: 'suspense_received' | 'suspense_refunded' | 'custody_moved' }
>

/** What moves within one currency, as it is. */
function buildSingleLeg(
  movement: OneLeg,
): Pick<Transfer, 'debit' | 'credit' | 'amount' | 'receipt'> {
  const { kind, currency, units: amount, place } = movement
  const held = toCustodyAccountCode(currency, place)
  if (kind === 'suspense_received')
    return {
      debit: held,
      credit: toSuspenseAccountCode(currency),
      amount,
      receipt: movement.receipt,
    }
  if (kind === 'suspense_refunded')
    return { debit: toSuspenseAccountCode(currency), credit: held, amount }
  return { debit: toCustodyAccountCode(currency, movement.toPlace), credit: held, amount }
}

export const isCustody = (code: AccountCode) => code.startsWith('custody:')
const isOwn = (code: AccountCode) =>
  [EQUITY, PROMOTION, FEES].includes(code) || code.startsWith('suspense:')

/** Returns the sums that transfers take from the operator's own accounts and custody, by account. */
export function sumOutflowsByAccount(
  transfers: readonly Transfer[],
): ReadonlyMap<AccountCode, bigint> {
  const taken = new Map<AccountCode, bigint>()
  for (const { debit, credit, amount } of transfers)
    for (const code of [...(isOwn(debit) ? [debit] : []), ...(isCustody(credit) ? [credit] : [])])
      taken.set(code, (taken.get(code) ?? 0n) + amount)
  return taken
}

/** Far more than any single movement, and far enough below what a column holds to be added up. */
const MAX_UNITS = 10n ** 16n

/** Reads an amount in its currency, above zero; says which field is wrong and how it is written. */
export function parsePositiveAmount(text: string, currency: Currency, field = 'amount'): bigint {
  const units = parseAmount(text.trim(), currency)
  if (units !== null && units > 0n && units <= MAX_UNITS) return units
  const message = `Please enter an amount above 0 in ${currency}, with at most ${SCALE[currency]} decimals.`
  throw new DomainError('invalid_amount', 400, message, field)
}

/**
 * Refuses, with `price_far_off` (422), to convert at more than a tenth above or below the market;
 * both sides in cents.
 */
export function assertNear(outgoing: Cents, incoming: Cents): void {
  const apart = outgoing > incoming ? outgoing - incoming : incoming - outgoing
  if (apart * 10n <= outgoing) return

  const message =
    `At the market's price this gives ${formatUsd(outgoing)} away for ${formatUsd(incoming)}: they ` +
    'differ by more than 10%. Please check both amounts.'
  throw new DomainError('price_far_off', 422, message, 'received')
}

const REASON_LIMIT = 500
const DESTINATION_LIMIT = 200

const parseRequiredText = (text: string, limit: number, field: string, message: string): string => {
  const trimmed = text.trim()
  if (trimmed !== '' && trimmed.length <= limit) return trimmed
  throw new DomainError(`${field}_needed`, 400, `${message} Up to ${limit} characters.`, field)
}

/** The reason that every movement needs. */
export const parseReason = (text: string): string =>
  parseRequiredText(text, REASON_LIMIT, 'reason', 'Please say why, and where the evidence is.')

/** Where money went: an address or a bank account, and what shows that it is the right one. */
export const parseDestination = (text: string): string =>
  parseRequiredText(text, DESTINATION_LIMIT, 'destination', 'Please say where it goes to.')

/** The name of a place where money is held; a currency's usual one where none was named. */
export function parsePlace(text: string, currency: Currency, field = 'place'): string {
  const named = text.trim() || (toCustodyAccountCode(currency).split(':')[1] ?? '')
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(named)) return named
  const message =
    'A place has a name of small letters, digits and hyphens, such as hot, cold or bank.'
  throw new DomainError('invalid_place', 400, message, field)
}

/**
 * Where the figure of an outside balance came from: typed in by staff, or answered by what is
 * outside.
 */
export type BalanceSource = 'entered' | 'fetched'
/** agreed: a later outside balance equals the ledger; explained: an admin explained the difference. */
export type BreakResolutionKind = 'agreed' | 'explained'
/**
 * What is known of a custody account: nothing yet; its last outside balance equals the books; a
 * break is open; or the last one differs and that was explained.
 */
export type CustodyState = 'unknown' | 'agrees' | 'break' | 'explained'

const HOUR_MS = 3_600_000
/** After this time the owner of a break, or every owner role, is reminded once a day. */
export const BREAK_LIMIT_MS = 72 * HOUR_MS
/** Within this time a new custody account needs an outside balance, or it is unconfirmed. */
export const CONFIRMED_WITHIN_MS = 24 * HOUR_MS
export const EXPLANATION_MIN = 10
export const EXPLANATION_LIMIT = 1_000
export const EVIDENCE_LIMIT = 300
export const AGREES_AGAIN = 'agrees again'
/**
 * More than any place holds, in minor units, and far enough below what a column holds to be
 * subtracted from.
 */
const MAX_HELD = 10n ** 18n

/** The place and currency of a custody account, `custody:hot:BTC`. */
export const parseCustodyCode = (code: AccountCode) => ({
  place: code.split(':')[1] ?? '',
  currency: getAccountCurrency(code),
})

/**
 * Reads what a custody account holds outside, zero or more; each way of being wrong has its reason.
 */
export function parseHeldAmount(text: string, currency: Currency): bigint {
  const trimmed = text.trim()
  const units = parseAmount(trimmed, currency)
  if (units !== null && units <= MAX_HELD) return units
  if (/^-\d/.test(trimmed)) throw createHeldAmountError("What is held can't be below zero.")
  if (/^\d+\.\d+$/.test(trimmed) && (trimmed.split('.')[1]?.length ?? 0) > SCALE[currency])
    throw createHeldAmountError(`${currency} has at most ${SCALE[currency]} decimals.`)

  throw createHeldAmountError(`Please enter what is held, in ${currency}.`)
}

const createHeldAmountError = (reason: string) =>
  new DomainError('invalid_amount', 400, reason, 'amount')

export const TEXTS = {
  agrees: 'Recorded. Outside and books agree.',
  differs: 'Recorded. Outside and books differ, and a break is open.',
  agreedThen: 'Recorded. They agreed then, but a later balance differs: the break stays open.',
  taken: 'Break taken',
  explained: 'Break resolved as explained',
  fetchRequested: 'Outside is being asked. What it says shows below in a moment.',
} as const
