import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { formatUsd } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertNotInReview, selectTrueMatch } from '#modules/compliance/steps/assert-not-held.ts'
import { selectEligibility, toEligibility } from '#modules/eligibility/queries.ts'
import { passGate } from '#modules/eligibility/steps/pass-gate.ts'
import { assertActive } from '#modules/identity/model.ts'
import { assertConsented, getMember } from '#modules/identity/queries.ts'
import { selectMemberBalances, toMemberBalances } from '#modules/ledger/queries.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { post } from '#modules/ledger/steps/post.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { parseAtMaturity, parsePlanAmount } from '../model.ts'
import {
  getPlanOnOffer,
  getPosition,
  type PositionView,
  selectLockedCreditPlan,
  takeCreditPlan,
} from '../queries.ts'
import { openPosition } from '../steps/open-position.ts'

export type InvestBalance = { planId?: string; amount?: string; atMaturity?: string }

/**
 * Opens a position from a member's available cash, at once. It brings no new money in, so a pause
 * of deposits doesn't stop it. Throws `missing`, `outside_limits` and `invalid_at_maturity` (400),
 * `not_found` for a plan that isn't on offer, `insufficient_funds` (422) when cash is less, and
 * `not_eligible` (403).
 */
export async function investBalance(
  app: Pick<App, 'db' | 'clock' | 'config' | 'events'>,
  member: Actor,
  input: InvestBalance,
): Promise<PositionView> {
  const position = await runInTransaction(app.db, async (tx) => {
    assertActive(await getMember(tx, member.id))
    await assertConsented(tx, app.config, member.id)

    const opened = await openChosenPosition(tx, app, member, input)
    await post(tx, opened.transfers)

    const { id, principal, planVersionId } = opened.position
    await record(tx, app.clock.now(), member, 'position.opened', id, { principal, planVersionId })

    return await getPosition(tx, member.id, id, app.clock.today())
  })

  app.events.publish(toMemberAudience(member.id), 'positions')

  return position
}

async function openChosenPosition(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  member: Actor,
  input: InvestBalance,
) {
  const { planId, amount, atMaturity = 'to_balance' } = input
  if (!planId || !amount)
    throw new DomainError(
      'missing',
      400,
      'Please select a plan and enter an amount.',
      planId ? 'amount' : 'selected_plan',
    )

  const chosen = parseAtMaturity(atMaturity)
  if (!chosen) throw createInvalidAtMaturityError()

  const version = await getPlanOnOffer(tx, planId, clock.today())
  const principal = parsePlanAmount(version, amount)

  await lockMemberMoney(tx, member.id)

  const rows = await readBatch(tx, {
    plan: selectLockedCreditPlan(tx, version.id),
    matches: selectTrueMatch(tx, member.id),
    balances: selectMemberBalances(tx, member.id),
    ...selectEligibility(member.id, { clock }),
  })
  assertNotInReview(rows.matches)
  if (takeCreditPlan(rows.plan).closed) throw createNotFoundError('This plan')

  const { cash } = toMemberBalances(member.id, rows.balances)
  if (principal > cash)
    throw new DomainError(
      'insufficient_funds',
      422,
      `You have ${formatUsd(cash)} in cash to invest.`,
      'amount',
    )

  const id = createId('pos')
  await passGate(tx, { clock }, toEligibility(member.id, rows), {
    operation: 'invest',
    subjectId: id,
    amountCents: principal,
    cashCents: cash,
    planFamily: version.family,
  })

  return await openPosition(tx, {
    id,
    memberId: member.id,
    planVersionId: version.id,
    version,
    principal,
    openedOn: clock.today(),
    atMaturity: chosen,
    actor: member.id,
  })
}

const createInvalidAtMaturityError = () =>
  new DomainError(
    'invalid_at_maturity',
    400,
    'Please choose what happens at maturity.',
    'at_maturity',
  )
