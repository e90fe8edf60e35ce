import type { Selectable } from 'kysely'
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
  type CreditableEvidence,
  selectEvidence,
  takeEvidence,
} from '../queries/deposit-payments.ts'
import type { DepositTables } from '../tables.ts'

type Row = Selectable<DepositTables['deposit']>

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
