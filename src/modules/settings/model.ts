import { isCountry } from '#lib/countries.ts'
import type { Cents, Coin } from '#lib/money.ts'
import { getSecondAdminThreshold } from '#modules/approvals/model.ts'

type Mode = 'sandbox' | 'live'

/**
 * The words on the wire. ETHERIUM is spelt so by the programs that already call us; people read
 * 'Ethereum'.
 */
export const PAYMENT_METHODS = ['BITCOIN', 'ETHERIUM', 'USDT'] as const
export type PaymentMethodCode = (typeof PAYMENT_METHODS)[number]

/** What is true of a method whatever the operator decides. */
export const METHOD_FACTS: Record<PaymentMethodCode, { coin: Coin; label: string; chain: string }> =
  {
    BITCOIN: { coin: 'BTC', label: 'Bitcoin', chain: 'Bitcoin' },
    ETHERIUM: { coin: 'ETH', label: 'Ethereum', chain: 'Ethereum' },
    USDT: { coin: 'USDT', label: 'USDT', chain: 'ERC-20 on Ethereum' },
  }

/** Reads the wire's word, also in the right spelling; null for anything else. */
export function parsePaymentMethod(word: string): PaymentMethodCode | null {
  const code = word === 'ETHEREUM' ? 'ETHERIUM' : word
  return PAYMENT_METHODS.find((method) => method === code) ?? null
}

/** The network as people read it beside an address: 'usdt, ERC-20 on Ethereum'. */
export const formatNetwork = (method: PaymentMethodCode) =>
  `${METHOD_FACTS[method].label.toLowerCase()}, ${METHOD_FACTS[method].chain}`

/**
 * The terms of one method: how long a rate is locked, how deep a payment must lie, what leaving
 * costs.
 */
export type MethodTerms = {
  quoteMinutes: number
  confirmations: number
  withdrawalFee: Cents
  minWithdrawal: Cents
}

export type PaymentMethod = MethodTerms & {
  method: PaymentMethodCode
  coin: Coin
  label: string
  chain: string
  network: string
  /**
   * Where members pay to now; null as long as the operator has named none, and then nobody can pay
   * with it.
   */
  address: string | null
  /** A sample address of a test network: nothing sent there is anybody's. */
  sample: boolean
}

export const DEFAULT_TERMS: Record<PaymentMethodCode, MethodTerms> = {
  BITCOIN: { quoteMinutes: 20, confirmations: 2, withdrawalFee: 500n, minWithdrawal: 2_000n },
  ETHERIUM: { quoteMinutes: 20, confirmations: 12, withdrawalFee: 300n, minWithdrawal: 2_000n },
  USDT: { quoteMinutes: 30, confirmations: 12, withdrawalFee: 300n, minWithdrawal: 2_000n },
}

/** From BIP 173 and EIP 55: well formed, checksummed, and known to everybody as samples. */
export const SAMPLE_ADDRESSES: Record<PaymentMethodCode, string> = {
  BITCOIN: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  ETHERIUM: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
}

/** Why something is closed for now, in words that the public reads; null while it is open. */
export type Pause = { reason: string; since: string } | null

/**
 * An incentive, which some countries forbid: it is on for who lives in one of these. `all` counts
 * in the sandbox alone.
 */
export type Incentive = { on: boolean; countries: 'all' | readonly string[] }

/**
 * Whether an incentive is for somebody of a country; one that nobody knows counts as not allowed.
 */
export function isIncentiveAllowed(
  { on, countries }: Incentive,
  country: string,
  mode: Mode,
): boolean {
  if (!on || !isCountry(country)) return false
  return countries === 'all' ? mode === 'sandbox' : countries.includes(country)
}

export type Settings = {
  /**
   * `brand`: what the firm calls itself; empty for the one of the brand's file, or the legal name.
   */
  operator: {
    brand: string
    legalName: string
    address: string
    email: string
    registration: string
  }
  /** `getSecondAdminThreshold`: the cents, as a text, from which two admins approve. */
  withdrawals: { statedHours: number; walletCoolDownHours: number; secondAdminFrom: string }
  /**
   * Above this equivalent a year, in basis points, a target is out of the ordinary. It can only be
   * lowered.
   */
  plans: { targetWarningBps: number }
  pauses: { deposits: Pause; withdrawals: Pause; signUps: Pause }
  /** The versions of the texts that a member consents to now. */
  legal: { terms: string; riskDisclosure: string }
  /**
   * What who invites is rewarded with, in basis points of the invited member's first completed
   * deposit.
   */
  referral: Incentive & { percentageBps: number }
  campaigns: Incentive
  /** Countries whose people can't sign up, by two letters. Who is a member already stays one. */
  countries: { blocked: readonly string[] }
  /**
   * How many days things are kept that somebody could want erased, as the law where the operator is
   * has it: proofs of payment after an account was closed, mails after they left or the account was
   * closed, and what members were told in the app.
   */
  retention: { proofDays: number; messageDays: number; notificationDays: number }
}
export type SettingName = keyof Settings

/** Returns the operator's brand name: the setting's, else the brand file's, else the legal name. */
export const getBrand = (
  operator: Pick<Settings['operator'], 'brand' | 'legalName'>,
  file: { name?: string | null | undefined },
): string => operator.brand || (file.name ?? operator.legalName)

export const HIGHEST_TARGET_WARNING_BPS = 3_000
export const MOST_REFERRAL_BPS = 10_000

export function getDefaultSettings(mode: Mode, operatorName: string): Settings {
  const sandbox = mode === 'sandbox'
  const incentive: Incentive = { on: sandbox, countries: sandbox ? 'all' : [] }

  return {
    operator: {
      brand: '',
      legalName: operatorName,
      address: sandbox ? 'Sample address: 1 Example Street, Sampleton' : '',
      email: sandbox ? 'office@candor.example' : '',
      registration: sandbox ? 'Sandbox: no licence, no registration, simulated money' : '',
    },
    withdrawals: {
      statedHours: 24,
      walletCoolDownHours: sandbox ? 0 : 24,
      secondAdminFrom: String(getSecondAdminThreshold('withdrawal.approve', mode)),
    },
    plans: { targetWarningBps: HIGHEST_TARGET_WARNING_BPS },
    pauses: { deposits: null, withdrawals: null, signUps: null },
    legal: { terms: '2026-11-01', riskDisclosure: '2026-11-01' },
    referral: { ...incentive, percentageBps: 0 },
    campaigns: incentive,
    countries: { blocked: [] },
    retention: { proofDays: 1826, messageDays: 365, notificationDays: 365 },
  }
}
