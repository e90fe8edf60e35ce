import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import {
  type AddressChain,
  type AddressSourceRow,
  type AnnouncedFees,
  type ConfirmationCounts,
  DEFAULT_CONFIRMATION_COUNTS,
  DEFAULT_TERMS,
  describeChain,
  type FeeTerms,
  formatNetwork,
  getDefaultChain,
  METHOD_FACTS,
  type MethodTerms,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentMethodCode,
  SAMPLE_ADDRESSES,
} from '../model.ts'
import type { SettingsTables } from '../tables.ts'
import { selectAddressSources } from './address-sources.ts'

type ModeConfig = Pick<Config, 'MODE'>

/** The author and the time of a change. */
export type SettingChange = { by: string; at: Date }

/** Returns a payment method's terms and their last change; null while they are the defaults. */
export async function findTerms(
  reader: Reader,
  method: PaymentMethodCode,
  now: Date,
): Promise<{ terms: MethodTerms; changed: SettingChange | null }> {
  const row = await reader
    .withTables<SettingsTables>()
    .selectFrom('payment_method')
    .select(['changed_by as by', 'changed_at as at'])
    .where('method', '=', method)
    .executeTakeFirst()

  const { quotes, fees } = await readBatch(reader, selectPaymentTerms(reader))
  const quoted = quotes.find((one) => one.method === method)

  return {
    terms: {
      ...DEFAULT_TERMS[method],
      ...(quoted && { quoteMinutes: quoted.quoteMinutes }),
      ...groupFeeTerms(fees, now).get(method)?.present,
    },
    changed: row ?? null,
  }
}

type ReceivingAddress = SettingChange & {
  id: string
  method: PaymentMethodCode
  address: string
  effectiveFrom: Date
}

const selectReceivingAddresses = (reader: Reader) =>
  reader
    .withTables<SettingsTables>()
    .selectFrom('receiving_address')
    .select(['id', 'method', 'address', 'effective_from as effectiveFrom'])
    .select(['changed_by as by', 'changed_at as at'])
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')

/** Returns every receiving address ever set, newest first. Addresses are never deleted. */
export async function listReceivingAddresses(reader: Reader): Promise<ReceivingAddress[]> {
  return await selectReceivingAddresses(reader).execute()
}

/**
 * Returns the operator's past, current and future receiving addresses, to which no withdrawal may
 * go. In the sandbox they include the sample addresses.
 */
export const listOwnAddresses = async (
  reader: Reader,
  config: ModeConfig,
): Promise<ReadonlySet<string>> => toOwnAddresses(config, await listReceivingAddresses(reader))

/** Returns the operator's addresses of `listOwnAddresses` from the rows of `selectPaymentTerms`. */
export function toOwnAddresses(
  { MODE }: ModeConfig,
  named: readonly ReceivingAddress[],
): ReadonlySet<string> {
  const shipped = MODE === 'sandbox' ? Object.values(SAMPLE_ADDRESSES) : []
  return new Set([...shipped, ...named.map(({ address }) => address)])
}

/** Returns each payment method with its terms and the receiving address in effect at `now`. */
export const listPaymentMethods = async (
  reader: Reader,
  config: ModeConfig,
  now: Date,
): Promise<PaymentMethod[]> =>
  toPaymentMethods(config, now, await readBatch(reader, selectPaymentTerms(reader)))

/** Returns the payment methods of `listPaymentMethods` from the rows of `selectPaymentTerms`. */
export function toPaymentMethods(
  { MODE }: ModeConfig,
  now: Date,
  { quotes, fees, addresses, sources, confirmations }: PaymentTermRows,
): PaymentMethod[] {
  const feeTerms = groupFeeTerms(fees, now)

  return PAYMENT_METHODS.map((method) => {
    const named = addresses.find((one) => one.method === method && one.effectiveFrom <= now)
    const shipped = MODE === 'sandbox' ? SAMPLE_ADDRESSES[method] : null
    const inForce = sources.find((one) => one.method === method && one.effectiveFrom <= now)
    const source = inForce && inForce.mode !== 'shared' ? inForce : null
    const chain = inForce?.chain

    return {
      ...METHOD_FACTS[method],
      ...(chain && { chain: describeChain(method, chain) }),
      network: formatNetwork(method, chain),
      ...DEFAULT_TERMS[method],
      ...quotes.find((one) => one.method === method),
      ...feeTerms.get(method)?.present,
      method,
      confirmations: findSmallestCount(chain ?? getDefaultChain(method), confirmations),
      announcedFees: feeTerms.get(method)?.announced ?? null,
      address: named?.address ?? shipped,
      source,
      open: source !== null || named !== undefined || shipped !== null,
      sample: source === null && named === undefined && shipped !== null,
    }
  })
}

/** Returns one payment method with its terms and the receiving address in effect at `now`. */
export async function getPaymentMethod(
  reader: Reader,
  config: ModeConfig,
  now: Date,
  method: PaymentMethodCode,
): Promise<PaymentMethod> {
  const all = await listPaymentMethods(reader, config, now)
  return all.find((one) => one.method === method) as PaymentMethod
}

type QuoteTerms = Pick<MethodTerms, 'quoteMinutes'> & {
  method: PaymentMethodCode
}
type FeeTermsRow = FeeTerms & { method: PaymentMethodCode; effectiveFrom: Date }

type PaymentTermRows = {
  quotes: readonly QuoteTerms[]
  /** In the order of their announcements. */
  fees: readonly FeeTermsRow[]
  /** Newest first. */
  addresses: readonly ReceivingAddress[]
  /** Newest first. */
  sources: readonly AddressSourceRow[]
  /** The stored setting, if there is one. */
  confirmations: readonly ConfirmationRow[]
}
type ConfirmationRow = { value: Partial<ConfirmationCounts> }

/** Returns the queries of the stored terms of all payment methods, for `readBatch`. */
export const selectPaymentTerms = (reader: Reader) => {
  const tables = reader.withTables<SettingsTables>()

  return {
    quotes: toBatchQuery<QuoteTerms>(
      tables.selectFrom('payment_method').select(['method', 'quote_minutes as quoteMinutes']),
      {},
    ),
    fees: toBatchQuery<FeeTermsRow>(
      tables
        .selectFrom('fee_terms')
        .select(['method', 'effective_from as effectiveFrom'])
        .select(['withdrawal_fee_cents as withdrawalFee', 'min_withdrawal_cents as minWithdrawal'])
        .orderBy('sequence'),
      { effectiveFrom: 'instant', withdrawalFee: 'bigint', minWithdrawal: 'bigint' },
    ),
    addresses: toBatchQuery<ReceivingAddress>(selectReceivingAddresses(reader), {
      effectiveFrom: 'instant',
      at: 'instant',
    }),
    sources: selectAddressSources(reader),
    confirmations: toBatchQuery<ConfirmationRow>(
      tables.selectFrom('setting').select('value').where('name', '=', 'confirmations') as never,
      {},
    ),
  }
}

/**
 * Returns the confirmations that a small payment needs on a chain; 1 on TRON, whose flag counts.
 */
function findSmallestCount(chain: AddressChain, [row]: readonly ConfirmationRow[]): number {
  const counts = { ...DEFAULT_CONFIRMATION_COUNTS, ...row?.value }
  return chain === 'tron' ? 1 : counts[chain]
}

type MethodFees = { present?: FeeTerms; announced: AnnouncedFees | null }

/**
 * Returns the fee terms of each method in force at `now`, which are the last announced ones that
 * have taken effect, and the last announced later ones.
 */
function groupFeeTerms(
  rows: readonly FeeTermsRow[],
  now: Date,
): ReadonlyMap<PaymentMethodCode, MethodFees> {
  const byMethod = new Map<PaymentMethodCode, MethodFees>()

  for (const { method, effectiveFrom, ...terms } of rows) {
    const present = byMethod.get(method)?.present
    byMethod.set(
      method,
      effectiveFrom <= now
        ? { present: terms, announced: null }
        : { ...(present && { present }), announced: { ...terms, effectiveFrom } },
    )
  }

  return byMethod
}
