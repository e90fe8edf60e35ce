import { DomainError } from '#lib/errors.ts'
import { formatUsd } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { type Staff, toRecipient } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { EQUITY } from '#modules/ledger/model.ts'
import { getBalance, getMemberBalances } from '#modules/ledger/queries.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { lockTaken } from '#modules/treasury/steps/assert-covered.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import {
  type Adjustment,
  buildAdjustmentTransfer,
  computeAdjustmentChange,
  createBalanceChangedError,
  parseAdjustment,
  toAdjustmentContent,
} from '../model.ts'

/** Returns a member's account balance and its cash part, in cents. */
export async function getCurrentBalance(tx: Tx, memberId: string) {
  const { cash, principal } = await getMemberBalances(tx, memberId)
  return { cash, balance: cash + principal }
}

/**
 * Throws `balance_changed` (409) when the balance differs from the one that the adjustment starts
 * from, `insufficient_funds` (422) when the adjustment exceeds the member's cash or the operator's
 * equity.
 */
export async function assertAdjustable(tx: Tx, adjustment: Adjustment): Promise<void> {
  const { cash, balance } = await getCurrentBalance(tx, adjustment.memberId)
  if (balance !== adjustment.from) throw createBalanceChangedError(balance)

  const change = computeAdjustmentChange(adjustment)
  if (cash + change < 0n) throw createCashOnlyError(cash, balance - cash)

  const equity = await getBalance(tx, EQUITY)
  if (change > equity) throw createEquityError(equity)
}

const FIELD = 'withdrawable_balance'
const createInsufficientFundsError = (message: string) =>
  new DomainError('insufficient_funds', 422, message, FIELD)
const createCashOnlyError = (cash: bigint, principal: bigint) =>
  createInsufficientFundsError(
    `Only cash can be adjusted. ${formatUsd(cash)} of this balance is cash and ` +
      `${formatUsd(principal)} is invested.`,
  )
const createEquityError = (equity: bigint) =>
  createInsufficientFundsError(
    `Adjustments are paid from the operator's capital, which is ${formatUsd(equity)}.`,
  )

/**
 * Posts the difference to the member's cash exactly once, mails the reason and writes the audit
 * event; `approval` is the id of the approved proposal, if one is required. Throws
 * `balance_changed` (409), `insufficient_funds` (422).
 */
export async function postAdjustment(
  app: App,
  tx: Tx,
  admin: Staff,
  adjustment: Adjustment,
  approval?: string,
): Promise<void> {
  const { memberId, from, to, reason } = adjustment
  const transfer = buildAdjustmentTransfer(adjustment, { on: app.clock.today(), actor: admin.id })

  await lockMemberMoney(tx, memberId)
  await lockTaken(tx, [transfer])
  await assertAdjustable(tx, adjustment)
  await openMemberAccounts(tx, memberId)
  await post(tx, [{ ...transfer, ...(approval !== undefined && { approval }) }])

  const { balance } = await getCurrentBalance(tx, memberId)
  if (balance !== to) throw createBalanceChangedError(balance - computeAdjustmentChange(adjustment))

  const change = computeAdjustmentChange(adjustment)
  await notify(tx, app, toRecipient(await getMember(tx, memberId)), 'balance-adjusted', {
    from,
    to,
    change,
    reason,
    reference: adjustment.id,
  })

  const details = {
    ...toAdjustmentContent(adjustment),
    ...(approval !== undefined && { approval }),
  }
  await record(tx, app.clock.now(), admin, 'balance.adjusted', memberId, details)
  app.events.publish(toMemberAudience(memberId), 'balance')
}

/**
 * Posts the adjustment of an approved proposal. Throws `balance_changed` (409),
 * `insufficient_funds` (422).
 */
export async function carryOutAdjustment(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  await postAdjustment(app, tx, admin, parseAdjustment(proposal.content), proposal.id)
}
