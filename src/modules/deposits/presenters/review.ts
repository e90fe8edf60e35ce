import { computeProposalState } from '#modules/approvals/model.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { isIssued } from '#modules/chains/queries.ts'
import { selectEligibility, toEligibility } from '#modules/eligibility/queries.ts'
import { getMemberBalances, listEntries, sumOwedToMembers } from '#modules/ledger/queries.ts'
import { buildInvestmentTransfer } from '#modules/plans/model.ts'
import { selectCreditPlan, takeCreditPlan } from '#modules/plans/queries.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import { listHoldChecks } from '#modules/transaction-monitoring/queries.ts'
import { toEntryResponse } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import {
  buildCreditTransfers,
  buildDepositChecks,
  buildReversalTransfers,
  type DepositPayment,
  findEvidenceProblem,
  isFarFromQuote,
  parseArrivalTime,
  parseReceivedAmount,
  type ReceivedAmount,
  type SomePayments,
  toChainArrival,
} from '../model.ts'
import { loadEvidence } from '../queries/deposit-payments.ts'
import { hasOwnPayments } from '../queries/own-payments.ts'
import { checkPayments } from '../queries/payment-checks.ts'
import {
  type CreditFigures,
  computeDepositCredit,
  computeDepositReversal,
  type Deposit,
  listSameProof,
} from '../queries.ts'
import { buildEvidence } from './evidence.ts'
import { buildStaffDeposit } from './staff.ts'

/** The payment as entered in the preview. */
type PreviewInput = { received?: string; arrivedAt?: string }

/** The figures of a payment, as confirming computes them. */
export type Credit = CreditFigures & {
  received: ReceivedAmount
  arrivedAt: Date | null
  /** Its payments on the chain; empty for a payment that staff enter. */
  payments: readonly DepositPayment[]
}

/** Returns the checks of a deposit and the entries that confirming posts or has posted. */
export async function buildDepositReview(app: App, deposit: Deposit, input: PreviewInput) {
  const credit = await computeCredit(app, deposit, input)
  const isPending = deposit.status === 'pending'
  const isLive = app.config.MODE === 'live'
  const isShown = credit.payments.length > 0
  const evidence = (await buildEvidence(app, [deposit])).get(deposit.id) ?? null

  const isEvidence = isShown && (await hasOwnPayments(app.db, deposit.id))
  return {
    address: deposit.address,
    network: deposit.network,
    checks: await loadChecks(app, deposit, credit),
    evidence,
    receiptNeeded: isLive && !isShown,
    arrivedAt: credit.arrivedAt,
    secondAdmin: isPending && ((isLive && !isEvidence) || isFarFromQuote(credit.received, deposit)),
    waiting: isPending ? await findWaiting(app, deposit) : null,
    deposit: await buildStaffDeposit(app, deposit),
    entries: isPending
      ? buildExpectedEntries(app, deposit, credit)
      : await listPostedEntries(app, deposit.id),
    effects: isPending ? await computeEffects(app, deposit, credit) : null,
    reversal: deposit.status === 'completed' ? await previewReversal(app, deposit) : null,
  }
}

/** Returns what confirming the entered payment, or the quoted one, credits. */
export async function computeCredit(
  app: App,
  deposit: Deposit,
  { received: receivedText, arrivedAt: arrivalText }: PreviewInput,
): Promise<Credit> {
  const rows = await readBatch(app.db, {
    plan: selectCreditPlan(app.db, deposit.planVersionId),
    ...selectEligibility(deposit.memberId, app, deposit.id),
  })
  const terms = takeCreditPlan(rows.plan)
  const eligibility = toEligibility(deposit.memberId, rows)
  const [first, ...others] =
    receivedText || arrivalText || deposit.received !== null
      ? []
      : (await loadEvidence(app.db, deposit.id)).payments
  if (first) {
    const payments: SomePayments = [first, ...others]
    const { arrivedAt, ...received } = toChainArrival(payments)
    const figures = await computeDepositCredit(app, terms, deposit, {
      received,
      arrivedAt,
      payments,
      eligibility,
    })
    return { ...figures, received, arrivedAt, payments }
  }

  const received = resolveReceivedAmount(deposit, receivedText)
  const arrivedAt = arrivalText
    ? parseArrivalTime(arrivalText, deposit.createdAt, app.clock.now())
    : deposit.arrivedAt
  const figures = await computeDepositCredit(app, terms, deposit, {
    received,
    arrivedAt,
    eligibility,
  })

  return { ...figures, received, arrivedAt, payments: [] }
}

/** Returns who has confirmed a deposit that waits for a second admin, and when; null otherwise. */
export async function findWaiting({ db, clock }: App, { approvalId }: Deposit) {
  if (!approvalId) return null

  const proposal = await getProposal(db, approvalId)
  if (computeProposalState(proposal, clock.now()) !== 'waiting') return null

  return { proposal: proposal.id, by: proposal.proposerLabel, at: proposal.proposedAt }
}

/** Returns the recorded amount; until it is recorded the one staff enters, or the quoted one. */
function resolveReceivedAmount(
  { coin, coinAmount, received, receivedIn }: Deposit,
  receivedText: string | undefined,
): ReceivedAmount {
  if (received !== null && receivedIn !== null) return { currency: receivedIn, amount: received }
  if (!receivedText) return { currency: coin, amount: coinAmount }
  return { currency: coin, amount: parseReceivedAmount(receivedText, coin) }
}

/** Returns the checks before a deposit is confirmed. */
export async function loadChecks(app: App, deposit: Deposit, credit: Credit) {
  const { id, method, proofType: type, proofBytes: bytes } = deposit
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), method)

  const checks = buildDepositChecks({
    ...deposit,
    arrivedAt: credit.arrivedAt,
    deviates: isFarFromQuote(credit.received, deposit),
    now: app.clock.now(),
    addressIsCurrent: terms.source
      ? await isIssued(app.db, deposit)
      : terms.address === deposit.address,
    proof: type && bytes ? { type, bytes } : null,
    sameProof: await listSameProof(app.db, id),
    chain: await checkChain(app, credit),
  })

  return [...(deposit.status === 'pending' ? await listHoldChecks(app.db, deposit) : []), ...checks]
}

/** Returns what the chain shows of a credit, and why it can't be credited yet. */
async function checkChain(app: App, { payments, credited: cents }: Credit) {
  const simulated = app.config.MODE === 'sandbox'
  if (payments.length === 0) return { simulated, confirmed: null, problem: null }

  const checks = [
    ...(
      await checkPayments(
        app.db,
        payments.map(({ id }) => ({ id, cents })),
      )
    ).values(),
  ]
  const [weakest] = checks.toSorted((one, other) => one.confirmations - other.confirmations)
  const confirmed = weakest && `${weakest.confirmations} confirmations`
  const problem = findEvidenceProblem(checks, app.clock.now())

  return {
    simulated,
    confirmed: confirmed ?? null,
    problem: problem?.message.replace(' Nothing was credited.', '') ?? null,
  }
}

/** Returns the entries that confirming posts, by the functions that post them. */
function buildExpectedEntries(
  app: App,
  { id: depositId, memberId }: Deposit,
  { received, credited, invested }: Credit,
) {
  const on = app.clock.today()
  const shared = { depositId, memberId }

  const credit = buildCreditTransfers({
    ...shared,
    received,
    receipts: [],
    cents: credited,
    on,
    actor: '',
  })
  const investment = buildInvestmentTransfer(
    { ...shared, id: '', principal: invested, openedOn: on },
    '',
  )

  return (invested > 0n ? [...credit, investment] : credit).map((transfer) =>
    toEntryResponse(transfer),
  )
}

async function listPostedEntries(app: App, reference: string) {
  const entries = await listEntries(app.db, { reference })

  return entries
    .toReversed()
    .filter(
      ({ transferType }) =>
        transferType === 'deposit_confirmed' ||
        transferType === 'position_opened' ||
        transferType === 'principal_redeemed' ||
        transferType === 'deposit_reversed',
    )
    .map((entry) => toEntryResponse(entry))
}

/** Returns what reversing a completed deposit undoes, and who has proposed it. */
async function previewReversal(app: App, deposit: Deposit) {
  const { db, clock } = app
  const figures = await computeDepositReversal(app, db, deposit)
  if (!figures) return null

  const { refusal, withdrawn, cash } = figures
  const open = await findOpenProposal(db, 'deposit.reverse', deposit.id, clock.now())
  const reversal = { ...figures.reversal, reason: '' }
  const transfers = buildReversalTransfers(deposit.id, reversal, { on: clock.today(), actor: '' })

  return {
    refusal: refusal?.message ?? null,
    principal: reversal.principal,
    withdrawn,
    cash,
    entries: transfers.map((transfer) => toEntryResponse(transfer)),
    waiting: open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt },
  }
}

async function computeEffects(
  app: App,
  { memberId }: Deposit,
  { credited, invested, cashReason }: Credit,
) {
  const { cash, principal } = await getMemberBalances(app.db, memberId)
  const owed = await sumOwedToMembers(app.db)

  return {
    credited,
    invested,
    cashReason,
    balance: { before: cash + principal, after: cash + principal + credited },
    owed: { before: owed, after: owed + credited },
  }
}
