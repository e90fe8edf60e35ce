import { isCountry } from '#lib/countries.ts'
import { getSecondAdminThreshold } from '#modules/approvals/model.ts'

export { computeWithdrawalFee, describeWithdrawalFee, WITHDRAWAL_FEE_FIELD } from './model/fees.ts'
export {
  DEFAULT_TERMS,
  formatNetwork,
  METHOD_FACTS,
  type MethodTerms,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentMethodCode,
  parsePaymentMethod,
  SAMPLE_ADDRESSES,
} from './model/payment-methods.ts'

type Mode = 'sandbox' | 'live'

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
