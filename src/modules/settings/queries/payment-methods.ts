import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  DEFAULT_TERMS,
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
): Promise<{ terms: MethodTerms; changed: SettingChange | null }> {
  const row = await reader
    .withTables<SettingsTables>()
    .selectFrom('payment_method')
    .select(['changed_by as by', 'changed_at as at'])
    .where('method', '=', method)
    .executeTakeFirst()

  const terms = (await listChangedTerms(reader)).get(method) ?? DEFAULT_TERMS[method]
  return { terms, changed: row ?? null }
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
  const terms = await listChangedTerms(reader)
  const addresses = await listEffectiveAddresses(reader, now)

  return PAYMENT_METHODS.map((method) => {
    const named = addresses.get(method)
    const shipped = config.MODE === 'sandbox' ? SAMPLE_ADDRESSES[method] : null

    return {
      method,
      ...METHOD_FACTS[method],
      network: formatNetwork(method),
      ...(terms.get(method) ?? DEFAULT_TERMS[method]),
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

async function listChangedTerms(reader: Reader): Promise<Map<PaymentMethodCode, MethodTerms>> {
  const rows = await reader
    .withTables<SettingsTables>()
    .selectFrom('payment_method')
    .selectAll()
    .execute()

  return new Map(
    rows.map((row) => [
      row.method,
      {
        quoteMinutes: row.quote_minutes,
        confirmations: row.confirmations,
        withdrawalFee: row.withdrawal_fee_cents,
        minWithdrawal: row.min_withdrawal_cents,
      },
    ]),
  )
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
