import type { Cents, Coin } from '#lib/money.ts'
import type { MonthOfPlan, PlanVersion } from '#modules/plans/model.ts'
import type { PaymentMethod, PaymentMethodCode } from '#modules/settings/model.ts'
import type { TimelineStep } from '#modules/transactions/model.ts'
import type { DepositStatus } from '../model.ts'

/** A deposit with the status that is true at the instant it was read. */
export type Deposit = {
  id: string
  memberId: string
  planVersionId: string
  planName: string
  amount: Cents
  method: PaymentMethodCode
  coin: Coin
  network: string
  address: string
  coinAmount: bigint
  uri: string
  rate: bigint
  rateSource: string
  createdAt: Date
  expiresAt: Date
  /** The time its rate was released: at its end, or when the member took another quote. */
  endedAt: Date
  status: DepositStatus
  submittedAt: Date | null
  /** The evidence staff observed of a payment that came without a proof. */
  evidence: string | null
  /** The time the payment was first seen (mempool, block, bank); null while unknown. */
  arrivedAt: Date | null
  /** True if the payment was first seen after the quote's end; then its rate is of that time. */
  late: boolean
  /** The rate of the credit: locked, or when late that of the arrival; null while unknown. */
  creditRate: bigint | null
  proved: boolean
  proofType: string | null
  proofBytes: number | null
  decidedAt: Date | null
  decidedBy: string | null
  /** Why it was rejected or reversed. */
  reason: string | null
  reversedAt: Date | null
  reversedBy: string | null
  /** True if it has been pending for more than a day. */
  overdue: boolean
  received: bigint | null
  receivedIn: Coin | 'USD' | null
  credited: Cents | null
  receiptId: string | null
  positionId: string | null
  /** The proposal that a second admin decides or has decided on, where one was needed. */
  approvalId: string | null
  timeline: TimelineStep[]
}

/** The terms that a deposit's member is shown. */
export type DepositTerms = {
  plan: PlanVersion
  worstMonth: MonthOfPlan | null
  method: PaymentMethod
}

/** A new quote with the terms that its member is shown. */
export type QuotedDeposit = Deposit & { terms: DepositTerms }
