import { DomainError } from '#lib/errors.ts'
import { formatUsd } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { recipientOf, type Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { lockMemberMoney } from '#modules/ledger/acts/lock-member-money.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { EQUITY } from '#modules/ledger/model.ts'
import { balanceOf, memberBalances } from '#modules/ledger/queries.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import { lockTaken } from '#modules/treasury/acts/assert-covered.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import {
  type Adjustment,
  adjustmentContent,
  adjustmentOf,
  adjustmentTransfer,
  balanceChanged,
  changeBy,
} from '../model.ts'

/** What a member's account balance is at this moment, and what of it is cash. */
export async function balanceNow(tx: Tx, memberId: string) {
  const { cash, principal } = await memberBalances(tx, memberId)
  return { cash, balance: cash + principal }
}

/**
 * Refuses an adjustment that there is no money for. Throws `balance_changed` (409) when the balance
 * isn't what the adjustment starts from, `insufficient_funds` (422) when it would take more than
 * the member's cash or the operator's own.
 */
export async function assertAdjustable(tx: Tx, adjustment: Adjustment): Promise<void> {
  const { cash, balance } = await balanceNow(tx, adjustment.memberId)
  if (balance !== adjustment.from) throw balanceChanged(balance)

  const change = changeBy(adjustment)
  if (cash + change < 0n) throw onlyCash(cash, balance - cash)

  const equity = await balanceOf(tx, EQUITY)
  if (change > equity) throw tooLittleEquity(equity)
}

const FIELD = 'withdrawable_balance'
const insufficient = (message: string) => new DomainError('insufficient_funds', 422, message, FIELD)
const onlyCash = (cash: bigint, principal: bigint) =>
  insufficient(
    `Only cash can be adjusted: ${formatUsd(cash)} of this balance is cash, and ` +
      `${formatUsd(principal)} is invested in plans.`,
  )
const tooLittleEquity = (equity: bigint) =>
  insufficient(
    `Adjustments are paid from the operator's own money, and that is ${formatUsd(equity)}.`,
  )

/**
 * Posts the difference to the member's cash, once, and tells the member why; with the proposal that
 * allows it where a second admin decided. Throws what `assertAdjustable` throws, also when
 * something else moved the balance meanwhile.
 */
export async function postAdjustment(
  app: App,
  tx: Tx,
  admin: Staff,
  adjustment: Adjustment,
  approval?: string,
): Promise<void> {
  const { memberId, from, to, reason } = adjustment
  const transfer = adjustmentTransfer(adjustment, { on: app.clock.today(), actor: admin.id })

  await lockMemberMoney(tx, memberId)
  await lockTaken(tx, [transfer])
  await assertAdjustable(tx, adjustment)
  await openMemberAccounts(tx, memberId)
  await post(tx, [{ ...transfer, ...(approval !== undefined && { approval }) }])

  const { balance } = await balanceNow(tx, memberId)
  if (balance !== to) throw balanceChanged(balance - changeBy(adjustment))

  const change = changeBy(adjustment)
  await notify(tx, app, recipientOf(await getMember(tx, memberId)), 'balance-adjusted', {
    from,
    to,
    change,
    reason,
    reference: adjustment.id,
  })

  const details = { ...adjustmentContent(adjustment), ...(approval !== undefined && { approval }) }
  await record(tx, app.clock.now(), admin, 'balance.adjusted', memberId, details)
  app.events.publish(audienceOf(memberId), 'balance')
}

/**
 * Makes the adjustment that a second admin has just agreed to: from that balance to that balance,
 * or not at all.
 */
export async function carryOutAdjustment(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  await postAdjustment(app, tx, admin, adjustmentOf(proposal.content), proposal.id)
}
