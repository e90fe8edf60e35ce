import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type DepositArrival,
  type DepositPayment,
  findEvidenceProblem,
  type SomePayments,
  toChainArrival,
} from '../model.ts'
import { computeDepositCredit } from '../queries/deposit-credit.ts'
import { toDeposit } from '../queries/deposit-row.ts'
import { checkPayments } from '../queries/payment-checks.ts'
import type { DepositTables } from '../tables.ts'
import type { PreparedCredit } from './credit-deposit.ts'
import type { CreditBasis } from './load-credit-basis.ts'

type Row = Selectable<DepositTables['deposit']>

type CreditedArrival = {
  arrival: DepositArrival
  arrivedAt: Date
  payments: readonly DepositPayment[]
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
