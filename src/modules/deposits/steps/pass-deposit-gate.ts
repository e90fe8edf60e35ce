import type { Cents } from '#lib/money.ts'
import { type Eligibility, loadEligibility } from '#modules/eligibility/queries.ts'
import { passGate } from '#modules/eligibility/steps/pass-gate.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Passes the gate of a quote under the lock of the member's money: of quotes at once, each counts
 * the others toward the limits. Rules without requirements need no lock.
 */
export async function passDepositGate(
  tx: Tx,
  app: App,
  eligibility: Eligibility,
  { id, amount, planFamily }: { id: string; amount: Cents; planFamily: string },
): Promise<void> {
  const { isFree, memberId } = eligibility
  if (!isFree) await lockMemberMoney(tx, memberId)

  await passGate(tx, app, isFree ? eligibility : await loadEligibility(tx, app, memberId), {
    operation: 'deposit',
    subjectId: id,
    amountCents: amount,
    planFamily,
  })
}
