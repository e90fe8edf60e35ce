import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { type Names, renameMember } from '#modules/identity/steps/rename-member.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { getFigures } from '#modules/portfolio/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import {
  type Adjustment,
  createBalanceChangedError,
  parseAdjustmentReason,
  parseAmountField,
} from '../model.ts'
import { adjustOrPropose } from '../steps/adjust-or-propose.ts'
import { getCurrentBalance } from '../steps/post-adjustment.ts'

/** The fields to change; a missing field stays unchanged. Amounts are text in dollars. */
export type AdjustBalance = Names & {
  memberId: string
  totalBalance?: string
  totalInvest?: string
  withdrawableBalance?: string
  /** The balance that the form was loaded with; it must not have changed. */
  expectedBalance?: string
  reason?: string
}

/**
 * Changes a member's names and adjusts the account balance. The difference is posted to the
 * member's cash at once or, where a second admin is required, proposed. Returns that proposal, else
 * null. Throws `figure_is_derived` (422) for a calculated figure, `reason_needed` and
 * `invalid_amount` (400), `balance_changed` and `already_proposed` (409), `insufficient_funds`
 * (422), and the errors of `renameMember`. A rejected form changes nothing.
 */
export async function adjustBalance(
  app: App,
  admin: Staff,
  input: AdjustBalance,
): Promise<Proposal | null> {
  assertPermitted(admin, 'member.edit')

  const { memberId } = input
  const { proposal, renamed } = await runInTransaction(app.db, async (tx) => {
    const renamed = await renameMember(tx, app, admin, memberId, input)
    await lockMemberMoney(tx, memberId)
    await assertDerivedTotals(app, tx, input)
    const adjustment = await buildAdjustment(tx, input)
    return { renamed, proposal: adjustment && (await adjustOrPropose(app, tx, admin, adjustment)) }
  })

  if (renamed) app.events.publish(toMemberAudience(memberId), 'profile')
  if (proposal) app.events.publish(STAFF, 'approvals')

  return proposal
}

/** Interest and deposits are calculated. Sent back unchanged they are accepted. */
async function assertDerivedTotals(
  app: App,
  tx: Tx,
  { memberId, totalBalance, totalInvest }: AdjustBalance,
) {
  const { profit, deposited } = await getFigures(tx, memberId, app.clock.today())
  assertUnchanged(totalBalance, profit, 'total_balance', 'Accumulated Interest')
  assertUnchanged(totalInvest, deposited, 'total_invest', 'Total Deposit')
}

function assertUnchanged(text: string | undefined, cents: Cents, field: string, name: string) {
  if (text === undefined || parseAmountField(text, field) === cents) return
  throw new DomainError(
    'figure_is_derived',
    422,
    `${name} is calculated from the ledger (${formatUsd(cents)}) and can’t be edited. To correct ` +
      'a balance, change the account balance.',
    field,
  )
}

/** Builds the requested adjustment, or null when the balance does not change. */
async function buildAdjustment(tx: Tx, input: AdjustBalance): Promise<Adjustment | null> {
  const { memberId, withdrawableBalance, expectedBalance, reason = '' } = input
  if (withdrawableBalance === undefined) return null

  const to = parseAmountField(withdrawableBalance, 'withdrawable_balance')
  const { balance: from } = await getCurrentBalance(tx, memberId)
  const expected =
    expectedBalance === undefined ? from : parseAmountField(expectedBalance, 'expected_balance')
  if (expected !== from && to !== expected) throw createBalanceChangedError(from)
  if (to === from || to === expected) return null

  return { id: createId('adj'), memberId, from, to, reason: parseAdjustmentReason(reason) }
}
