import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import {
  type Eligibility,
  loadEligibility,
  selectEligibility,
  toEligibility,
} from '#modules/eligibility/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { selectMember, takeMember } from '#modules/identity/queries.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { type CreditPlan, selectLockedCreditPlan, takeCreditPlan } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import {
  type DepositArrival,
  type DepositPayment,
  findEvidenceProblem,
  type SomePayments,
  toChainArrival,
} from '../model.ts'
import { toDeposit } from '../queries/deposit.ts'
import { computeDepositCredit } from '../queries/deposit-credit.ts'
import {
  type CreditableEvidence,
  selectEvidence,
  takeEvidence,
} from '../queries/deposit-payments.ts'
import { checkPayments } from '../queries/payment-checks.ts'
import type { DepositTables } from '../tables.ts'
import type { PreparedCredit } from './credit-deposit.ts'

type Row = Selectable<DepositTables['deposit']>

type CreditedArrival = {
  arrival: DepositArrival
  arrivedAt: Date
  payments: readonly DepositPayment[]
}

/** The figures that the credit of a deposit is computed from. */
export type CreditBasis = {
  plan: CreditPlan
  member: Member
  evidence: CreditableEvidence
  eligibility: Eligibility
}

/** Reads what the credit of a locked deposit is computed from, and holds its plan as it is. */
export async function loadCreditBasis(app: App, tx: Tx, deposit: Row): Promise<CreditBasis> {
  const rows = await readBatch(tx, {
    plan: selectLockedCreditPlan(tx, deposit.plan_version_id),
    member: selectMember(tx, deposit.member_id),
    evidence: selectEvidence(tx, deposit.id),
    ...selectEligibility(deposit.member_id, app, deposit.id),
  })

  return {
    plan: takeCreditPlan(rows.plan),
    member: takeMember(rows.member),
    evidence: takeEvidence(rows.evidence),
    eligibility: await lockEligibility(app, tx, deposit, toEligibility(deposit.member_id, rows)),
  }
}

/**
 * Returns the eligibility of the deposit's member, read under the lock of their money: limits count
 * what their other credits and investments move. Rules without requirements need no lock.
 */
async function lockEligibility(
  app: App,
  tx: Tx,
  { id, member_id: memberId }: Row,
  eligibility: Eligibility,
): Promise<Eligibility> {
  if (eligibility.isFree) return eligibility

  await lockMemberMoney(tx, memberId)
  return await loadEligibility(tx, app, memberId, id)
}

/**
 * Returns what confirming an arrival of a locked deposit posts. Throws `received_too_small` (422).
 */
export async function prepareCredit(
  app: App,
  row: Row,
  { plan, member, eligibility }: CreditBasis,
  { arrival, arrivedAt, payments }: CreditedArrival,
): Promise<PreparedCredit> {
  const deposit = toDeposit(row, app.clock.now())
  const figures = await computeDepositCredit(app, plan, deposit, {
    received: arrival,
    arrivedAt,
    payments,
    eligibility,
  })
  if (figures.credited === 0n) throw createTooSmallError()

  const { rate, credited, invested } = figures
  const { memberId } = deposit
  const credit = { memberId, arrival, rate, credited, invested, arrivedAt, payments }
  return { credit, figures, plan, member, eligibility }
}

/**
 * Returns what confirming a locked deposit on its payments posts. Throws `not_confirmed_yet`,
 * `evidence_disputed` and `evidence_unknown` (409) unless the chain has settled each of them.
 */
export async function prepareEvidenceCredit(
  app: App,
  tx: Tx,
  row: Row,
  basis: CreditBasis,
  payments: SomePayments,
): Promise<PreparedCredit> {
  const { arrivedAt, ...arrival } = toChainArrival(payments)
  const prepared = await prepareCredit(app, row, basis, { arrival, arrivedAt, payments })

  const { credited: cents } = prepared.credit
  const checks = await checkPayments(
    tx,
    payments.map(({ id }) => ({ id, cents })),
  )
  const problem = findEvidenceProblem([...checks.values()], app.clock.now())
  if (problem) throw problem

  return prepared
}

const createTooSmallError = () =>
  new DomainError(
    'received_too_small',
    422,
    'The amount received is worth less than a cent.',
    'received',
  )
