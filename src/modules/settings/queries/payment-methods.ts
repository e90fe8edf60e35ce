import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type AnnouncedFees,
  DEFAULT_TERMS,
  type FeeTerms,
  formatNetwork,
  METHOD_FACTS,
  type MethodTerms,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentMethodCode,
  SAMPLE_ADDRESSES,
} from '../model.ts'
import type { SettingsTables } from '../tables.ts'

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

  const quoteTerms = (await listQuoteTerms(reader)).get(method)
  const fees = (await listFeeTerms(reader, now)).get(method)

  return {
    terms: { ...DEFAULT_TERMS[method], ...quoteTerms, ...fees?.present },
    changed: row ?? null,
  }
}

type ReceivingAddress = SettingChange & {
  id: string
  method: PaymentMethodCode
  address: string
  effectiveFrom: Date
}

/** Returns every receiving address ever set, newest first. Addresses are never deleted. */
export async function listReceivingAddresses(reader: Reader): Promise<ReceivingAddress[]> {
  return await reader
    .withTables<SettingsTables>()
    .selectFrom('receiving_address')
    .select(['id', 'method', 'address', 'effective_from as effectiveFrom'])
    .select(['changed_by as by', 'changed_at as at'])
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Returns the operator's past, current and future receiving addresses, to which no withdrawal may
 * go. In the sandbox they include the sample addresses.
 */
export async function listOwnAddresses(
  reader: Reader,
  { MODE }: ModeConfig,
): Promise<ReadonlySet<string>> {
  const shipped = MODE === 'sandbox' ? Object.values(SAMPLE_ADDRESSES) : []
  const named = await listReceivingAddresses(reader)
  return new Set([...shipped, ...named.map(({ address }) => address)])
}

/** Returns each payment method with its terms and the receiving address in effect at `now`. */
export async function listPaymentMethods(
  reader: Reader,
  config: ModeConfig,
  now: Date,
): Promise<PaymentMethod[]> {
  const quoteTerms = await listQuoteTerms(reader)
  const feeTerms = await listFeeTerms(reader, now)
  const addresses = await listEffectiveAddresses(reader, now)

  return PAYMENT_METHODS.map((method) => {
    const named = addresses.get(method)
    const shipped = config.MODE === 'sandbox' ? SAMPLE_ADDRESSES[method] : null

    return {
      method,
      ...METHOD_FACTS[method],
      network: formatNetwork(method),
      ...DEFAULT_TERMS[method],
      ...quoteTerms.get(method),
      ...feeTerms.get(method)?.present,
      announcedFees: feeTerms.get(method)?.announced ?? null,
      address: named ?? shipped,
      sample: named === undefined && shipped !== null,
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

async function listQuoteTerms(
  reader: Reader,
): Promise<Map<PaymentMethodCode, Pick<MethodTerms, 'quoteMinutes' | 'confirmations'>>> {
  const rows = await reader
    .withTables<SettingsTables>()
    .selectFrom('payment_method')
    .select(['method', 'quote_minutes as quoteMinutes', 'confirmations'])
    .execute()

  return new Map(rows.map(({ method, ...terms }) => [method, terms]))
}

type MethodFees = { present?: FeeTerms; announced: AnnouncedFees | null }

/**
 * Returns the fee terms of each method in force at `now`, which are the last announced ones that
 * have taken effect, and the last announced later ones.
 */
async function listFeeTerms(
  reader: Reader,
  now: Date,
): Promise<Map<PaymentMethodCode, MethodFees>> {
  const rows = await reader
    .withTables<SettingsTables>()
    .selectFrom('fee_terms')
    .select(['method', 'effective_from as effectiveFrom'])
    .select(['withdrawal_fee_cents as withdrawalFee', 'min_withdrawal_cents as minWithdrawal'])
    .orderBy('sequence')
    .execute()

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

async function listEffectiveAddresses(
  reader: Reader,
  now: Date,
): Promise<Map<PaymentMethodCode, string>> {
  const rows = await reader
    .withTables<SettingsTables>()
    .selectFrom('receiving_address')
    .distinctOn('method')
    .select(['method', 'address'])
    .where('effective_from', '<=', now)
    .orderBy('method')
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')
    .execute()

  return new Map(rows.map((row) => [row.method, row.address]))
}
