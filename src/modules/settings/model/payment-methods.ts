import { COIN_TABLE, type Coin } from '#lib/currencies.ts'
import type { Cents } from '#lib/money.ts'

/**
 * The terms of a payment method: duration of a quote, withdrawal fee and minimum withdrawal.
 * Amounts are in cents.
 */
export type MethodTerms = {
  quoteMinutes: number
  withdrawalFee: Cents
  minWithdrawal: Cents
}

/** The withdrawal fee and minimum of a method, in cents. */
export type FeeTerms = Pick<MethodTerms, 'withdrawalFee' | 'minWithdrawal'>

/** A higher fee or minimum that was announced and is not in force yet. */
export type AnnouncedFees = FeeTerms & { effectiveFrom: Date }

type MethodRow = {
  coin: Coin
  label: string
  /** Another spelling that is accepted on the wire. */
  alias?: string
  /** The terms until the operator changes them. */
  terms: MethodTerms
  /** A published address, well formed and checksummed, that the sandbox is paid at. */
  sampleAddress: string
  /** The name of its icon in ui/icons.ts; without one its coin's last letter is shown. */
  icon?: string
}

/**
 * The payment methods by their names on the wire. Existing clients of the API use the spelling
 * ETHERIUM; screens show 'Ethereum'. docs/how-to/add-a-payment-method.md lists the files to change.
 */
const METHOD_TABLE = {
  BITCOIN: {
    coin: 'BTC',
    label: 'Bitcoin',
    terms: { quoteMinutes: 20, withdrawalFee: 500n, minWithdrawal: 2_000n },
    sampleAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', // BIP 173
    icon: 'currencyBtc',
  },
  ETHERIUM: {
    coin: 'ETH',
    label: 'Ethereum',
    alias: 'ETHEREUM',
    terms: { quoteMinutes: 20, withdrawalFee: 300n, minWithdrawal: 2_000n },
    sampleAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', // EIP 55
    icon: 'currencyEth',
  },
  USDT: {
    coin: 'USDT',
    label: 'USDT',
    terms: { quoteMinutes: 30, withdrawalFee: 300n, minWithdrawal: 2_000n },
    sampleAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', // EIP 55
  },
} as const satisfies Record<string, MethodRow>

export type PaymentMethodCode = keyof typeof METHOD_TABLE

/** The names of the methods on the wire, in the order in which screens list them. */
export const PAYMENT_METHODS = Object.keys(
  METHOD_TABLE,
) as readonly PaymentMethodCode[] as readonly [PaymentMethodCode, ...PaymentMethodCode[]]

const mapMethods = <Value>(read: (row: MethodRow) => Value) =>
  Object.fromEntries(
    PAYMENT_METHODS.map((method) => [method, read(METHOD_TABLE[method])]),
  ) as Record<PaymentMethodCode, Value>

/** The facts of a method that no setting changes. */
export const METHOD_FACTS = mapMethods(({ coin, label }) => ({
  coin,
  label,
  chain: COIN_TABLE[coin].chain as string,
}))
export const DEFAULT_TERMS = mapMethods(({ terms }) => terms)
export const SAMPLE_ADDRESSES = mapMethods(({ sampleAddress }) => sampleAddress)
export const METHOD_ICONS = mapMethods(({ icon }) => icon)

/** Returns the method of a name on the wire, or of its alias; null for any other text. */
export const parsePaymentMethod = (name: string): PaymentMethodCode | null =>
  PAYMENT_METHODS.find((method) => {
    const { alias }: MethodRow = METHOD_TABLE[method]
    return name === method || name === alias
  }) ?? null
