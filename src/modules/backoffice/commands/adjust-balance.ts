import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { type Names, renameMember } from '#modules/identity/steps/rename-member.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { getFigures } from '#modules/portfolio/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import {
  type Adjustment,
  buildAdjustmentTransfer,
  computeAdjustmentChange,
  createBalanceChangedError,
  parseAdjustmentReason,
  parseAmountField,
  toAdjustmentContent,
} from '../model.ts'
import { assertAdjustable, getCurrentBalance, postAdjustment } from '../steps/post-adjustment.ts'

/** A form on a member, as sent: what isn't there stays as it is. Amounts are dollars. */
export type AdjustBalance = Names & {
  memberId: string
  totalBalance?: string
  totalInvest?: string
  withdrawableBalance?: string
  /** The balance that the form was read with: it must still be that. */
  expectedBalance?: string
  reason?: string
}

/**
 * Changes a member's names, and adjusts the account balance to what was sent: the difference goes
 * to the member's cash at once or, where the table of acts asks for a second admin, is proposed;
 * answers that proposal. Throws `follows_from_books` (422) for a figure that nobody can set,
 * `reason_needed` (400), `balance_changed` and `already_proposed` (409), and what
 * `assertAdjustable` and `renameMember` throw. Refused, nothing of it is done.
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

/**
 * Interest and deposits are sums of what happened: sent back as they were read, they are no change.
 */
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
    'follows_from_books',
    422,
    `${name} follows from the books, which say ${formatUsd(cents)}: nobody can set it. To correct ` +
      `a balance, change the account balance.`,
    field,
  )
}

/** What the form asks for; null when the balance is as it says already. */
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

async function adjustOrPropose(app: App, tx: Tx, admin: Staff, adjustment: Adjustment) {
  assertPermitted(admin, 'balance.adjust')

  const change = computeAdjustmentChange(adjustment)
  const secondFrom = getSecondAdminThreshold('balance.adjust', app.config.MODE)

  if (secondFrom === null || (change < 0n ? -change : change) < secondFrom) {
    await postAdjustment(app, tx, admin, adjustment)
    return null
  }

  return await proposeAdjustment(app, tx, admin, adjustment)
}

async function proposeAdjustment(
  app: App,
  tx: Tx,
  admin: Staff,
  adjustment: Adjustment,
): Promise<Proposal> {
  const { memberId: subjectId } = adjustment
  const act = 'balance.adjust'

  if (await findOpenProposal(tx, act, subjectId, app.clock.now()))
    throw new DomainError(
      'already_proposed',
      409,
      'An adjustment of this member waits for a second admin.',
    )

  await assertAdjustable(tx, adjustment)

  const transfer = buildAdjustmentTransfer(adjustment, { on: app.clock.today(), actor: admin.id })

  return await propose(tx, app, admin, {
    permission: act,
    subjectId,
    content: toAdjustmentContent(adjustment),
    postingHash: await computePostingHash(tx, [transfer]),
  })
}
