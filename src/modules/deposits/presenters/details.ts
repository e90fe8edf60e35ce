import type { Day } from '#lib/dates.ts'
import { verifyAddress } from '#modules/chains/queries.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { listEntries } from '#modules/ledger/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { describePlan } from '#modules/plans/model.ts'
import { getPlanVersion, listWorstMonths } from '#modules/plans/queries.ts'
import { SAMPLE_ADDRESSES } from '#modules/settings/model.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import { listHeldTransactions } from '#modules/transaction-monitoring/queries.ts'
import type { App } from '#platform/app.ts'
import { formatCoinAmount } from '../model.ts'
import type { Deposit, DepositTerms, QuotedDeposit } from '../queries.ts'
import { buildEvidence, type DepositEvidence } from './evidence.ts'
import { toOutcome } from './outcome.ts'

/**
 * Returns a deposit as its member's screen shows it, with its plan, fees and timeline. Throws
 * `address_mismatch` (503) if its payment address fails a check.
 */
export async function buildDepositDetails(app: App, deposit: Deposit) {
  const { id: depositId, status, method, address } = deposit
  if (status === 'awaiting_payment') await verifyAddress(app, { depositId, method, address })

  return toDepositDetails(app, deposit, {
    ...(await loadTerms(app, deposit)),
    ...(deposit.credited !== null ? await findCreditEntry(app, deposit) : NO_ENTRY),
    evidence: (await buildEvidence(app, [deposit])).get(deposit.id) ?? null,
    inReview: await isInReview(app, deposit),
  })
}

/** Returns a new quote as its member's screen shows it. */
export const toQuoteDetails = (app: App, { terms, ...deposit }: QuotedDeposit) =>
  toDepositDetails(app, deposit, { ...terms, ...NO_ENTRY, evidence: null, inReview: false })

async function loadTerms({ db, config, clock }: App, deposit: Deposit): Promise<DepositTerms> {
  const plan = await getPlanVersion(db, deposit.planVersionId)
  const worstMonth = (await listWorstMonths(db, plan.planId)).get(plan.planId) ?? null
  const method = await getPaymentMethod(db, config, clock.now(), deposit.method)

  return { plan, worstMonth, method }
}

/** The journal entry of a deposit's credit; null until the journal is finalised that far. */
type CreditEntry = { journalNumber: string | null; journalDay: Day | null }

const NO_ENTRY: CreditEntry = { journalNumber: null, journalDay: null }

type ShownTerms = DepositTerms &
  CreditEntry & { evidence: DepositEvidence | null; inReview: boolean }

function toDepositDetails(
  app: App,
  deposit: Deposit,
  { plan, worstMonth, method, journalNumber, journalDay, evidence, inReview }: ShownTerms,
) {
  const { status, amount, coin, address, network, uri, rateSource } = deposit

  return {
    _id: deposit.id,
    status,
    amount,
    coin,
    address,
    network,
    uri,
    rateSource,
    createdAt: deposit.createdAt,
    expiresAt: deposit.expiresAt,
    late: deposit.late,
    payment_method: deposit.method,
    coinAmount: formatCoinAmount(deposit.coinAmount, coin),
    leftMs: Math.max(0, deposit.expiresAt.getTime() - app.clock.now().getTime()),
    rate: formatRate(deposit.rate),
    plan: { ...describePlan(plan), worstMonth },
    sampleAddress:
      address === SAMPLE_ADDRESSES[deposit.method] ||
      (app.config.MODE === 'sandbox' && method.source !== null),
    confirmations: method.confirmations,
    journalNumber,
    journalDay,
    evidence,
    inReview,
    fees: { deposit: 0n, withdrawal: method.withdrawalFee, minWithdrawal: method.minWithdrawal },
    ...toOutcome(deposit),
  }
}

/** Returns whether a deposit waits for a review by the staff. */
const isInReview = async ({ db }: App, { id, status }: Deposit): Promise<boolean> =>
  status === 'pending' && (await listHeldTransactions(db, [id])).has(id)

async function findCreditEntry(app: App, { id, memberId }: Deposit): Promise<CreditEntry> {
  const cash = toMemberAccountCode(memberId, 'cash')
  const entries = await listEntries(app.db, { reference: id })
  const credit = entries.find(
    (row) => row.transferType === 'deposit_confirmed' && row.credit === cash,
  )

  return credit?.seq == null
    ? NO_ENTRY
    : { journalNumber: String(credit.seq), journalDay: credit.effectiveDate }
}
