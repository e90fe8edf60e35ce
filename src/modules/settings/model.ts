import { isCountry } from '#lib/countries.ts'
import { getSecondAdminThreshold } from '#modules/approvals/model.ts'
import { type ConfirmationCounts, DEFAULT_CONFIRMATION_COUNTS } from './model/confirmations.ts'
import { DEFAULT_EXPLORERS, type Explorers } from './model/explorers.ts'
import { MAX_FEE_CEILING } from './model/fees.ts'

export {
  ADDRESS_MODES,
  type AddressChain,
  type AddressMode,
  type AddressScript,
  type AddressSource,
  type AddressSourceContent,
  type AddressSourceRow,
  describeChain,
  formatNetwork,
  getDefaultChain,
  getMethodChains,
  MAX_POOL_ADDRESSES,
  parseAddressSource,
} from './model/address-sources.ts'
export {
  type ConfirmationCounts,
  DEFAULT_CONFIRMATION_COUNTS,
  FINAL_CONFIRMATIONS,
} from './model/confirmations.ts'
export { CONTROLS, findUnbounded, splitChange } from './model/controls.ts'
export { buildExplorerLink, type Explorers, isExplorer } from './model/explorers.ts'
export {
  computeWithdrawalFee,
  describeWithdrawalFee,
  FEE_ANNOUNCEMENT_DAYS,
  FEE_ANNOUNCEMENT_MS,
  isRaised,
  MAX_FEE_CEILING,
  toFeeProposal,
  toFeeTexts,
  WITHDRAWAL_FEE_FIELD,
} from './model/fees.ts'
export { type Loosening, parseLoosening } from './model/loosening.ts'
export type { PaymentMethod } from './model/offered-method.ts'
export {
  type AnnouncedFees,
  DEFAULT_TERMS,
  type FeeTerms,
  METHOD_FACTS,
  type MethodTerms,
  PAYMENT_METHODS,
  type PaymentMethodCode,
  parsePaymentMethod,
  SAMPLE_ADDRESSES,
} from './model/payment-methods.ts'
export {
  getConfiguredBitcoinNetwork,
  type NetworkConfig,
  parseReceivingAddress,
} from './model/receiving-address.ts'
export { LEARN_MORE, RISK_STRIP, RISK_SUMMARY_PATH, RISK_WARNING } from './model/risk-warnings.ts'

type Mode = 'sandbox' | 'live'

/** A pause with its public reason and its start; null while the service is open. */
export type Pause = { reason: string; since: string } | null

/**
 * An incentive and the countries whose residents it is offered to, because some countries forbid
 * incentives. `all` applies only in the sandbox.
 */
export type Incentive = { on: boolean; countries: 'all' | readonly string[] }

/** Returns whether an incentive is offered in a country; an unknown country is not allowed. */
export function isIncentiveAllowed(
  { on, countries }: Incentive,
  country: string,
  mode: Mode,
): boolean {
  if (!on || !isCountry(country)) return false
  return countries === 'all' ? mode === 'sandbox' : countries.includes(country)
}

export type Settings = {
  /** An empty `brand` falls back to the name in brand.json, then to the legal name. */
  operator: {
    brand: string
    legalName: string
    address: string
    email: string
    registration: string
  }
  /**
   * Deposits that the blockchain has confirmed as quoted are credited without a person up to this
   * amount in cents, as text; 0 is never.
   */
  deposits: { automaticUpTo: string }
  /** The confirmations that a payment needs by its value. */
  confirmations: ConfirmationCounts
  /** The sites on which members and staff look up a transaction. */
  explorers: Explorers
  /** `secondAdminFrom` is in cents, as text: two admins approve from this amount on. */
  withdrawals: { statedHours: number; walletCoolDownHours: number; secondAdminFrom: string }
  /**
   * A target above this annual equivalent, in basis points, carries a warning. The operator can
   * only lower the shipped value.
   */
  plans: { targetWarningBps: number }
  /** The ceiling of a withdrawal fee and of a minimum, in cents, as text. */
  fees: { ceiling: string }
  /**
   * The rules of transaction monitoring, each off while its limit is null: the sum in cents, as
   * text, that a member deposits or withdraws within `sumDays`; their transactions within 24 hours;
   * the share of the deposits of `inOutDays` that is withdrawn again; the members who saved the
   * same address; and whether a member's name differs from the verified one.
   */
  monitoring: {
    sumFrom: string | null
    sumDays: number
    countFrom: number | null
    inOutPercent: number | null
    inOutDays: number
    sharedAddressFrom: number | null
    nameMismatch: 'on' | null
  }
  pauses: { deposits: Pause; withdrawals: Pause; signUps: Pause }
  /** The current versions of the legal texts, to which members consent. */
  legal: { terms: string; riskDisclosure: string }
  /** The referral reward, in basis points of the invited member's first completed deposit. */
  referral: Incentive & { percentageBps: number }
  campaigns: Incentive
  /** Two-letter codes of countries without sign-up. Existing members stay members. */
  countries: { blocked: readonly string[] }
  /**
   * Retention of personal data in days, as the operator's jurisdiction requires: proofs of payment
   * after the account was closed, mails after they were sent or the account was closed, in-app
   * notifications, and identity documents after a refusal or the account was closed, as long as
   * name and contact details of a closed account.
   */
  retention: {
    proofDays: number
    messageDays: number
    notificationDays: number
    identityDays: number
  }
  /**
   * The promised time of a review, in business days, and the proposed time to the re-check of an
   * identity, in days.
   */
  verification: { reviewDays: number; recheckDays: number }
}
export type SettingName = keyof Settings

/** Returns the operator's brand name: the setting's, else the brand file's, else the legal name. */
export const getBrand = (
  operator: Pick<Settings['operator'], 'brand' | 'legalName'>,
  file: { name?: string | null | undefined },
): string => operator.brand || (file.name ?? operator.legalName)

export const MAX_TARGET_WARNING_BPS = 3_000
export const MAX_REFERRAL_BPS = 10_000

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
    deposits: { automaticUpTo: '0' },
    confirmations: DEFAULT_CONFIRMATION_COUNTS,
    explorers: DEFAULT_EXPLORERS,
    plans: { targetWarningBps: MAX_TARGET_WARNING_BPS },
    fees: { ceiling: String(MAX_FEE_CEILING) },
    monitoring: {
      sumFrom: sandbox ? null : '1000000',
      sumDays: 30,
      countFrom: sandbox ? null : 10,
      inOutPercent: sandbox ? null : 80,
      inOutDays: 7,
      sharedAddressFrom: sandbox ? null : 2,
      nameMismatch: sandbox ? null : 'on',
    },
    pauses: { deposits: null, withdrawals: null, signUps: null },
    legal: { terms: '2026-11-01', riskDisclosure: '2026-11-01' },
    referral: { ...incentive, percentageBps: 0 },
    campaigns: incentive,
    countries: { blocked: [] },
    retention: { proofDays: 1826, messageDays: 365, notificationDays: 365, identityDays: 1826 },
    verification: { reviewDays: 1, recheckDays: 730 },
  }
}
