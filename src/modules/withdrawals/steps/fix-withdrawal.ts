import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { loadEligibility } from '#modules/eligibility/queries.ts'
import { passGate } from '#modules/eligibility/steps/pass-gate.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { computeAffordableCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { computeWithdrawalFee } from '#modules/settings/model.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Approves a withdrawal: fixes its rate, coin amount and fee, which is never above the quoted one.
 * The database requires two admins from `secondAdminFrom` cents, and the gate of the day. Throws
 * `member_not_eligible` (409), `too_small` (422) and `price_unavailable` (503).
 */
export async function fixWithdrawal(
  app: App,
  tx: Tx,
  admin: Staff,
  withdrawal: Row,
  secondAdminFrom: Cents,
): Promise<Row> {
  await passMemberGate(app, tx, withdrawal)

  const now = app.clock.now()
  const terms = await getPaymentMethod(tx, app.config, now, withdrawal.method)
  const present = computeWithdrawalFee(withdrawal.amount, terms)
  const fee = present < withdrawal.quoted_fee ? present : withdrawal.quoted_fee
  const price = await getPrice(app, withdrawal.coin)
  const coinAmount = computeAffordableCoin(withdrawal.amount - fee, price.rate, withdrawal.coin)

  if (coinAmount === 0n)
    throw new DomainError(
      'too_small',
      422,
      `Nothing would be paid out in ${withdrawal.coin} after the fee.`,
    )

  const row = await tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({
      status: 'approved',
      approved_at: now,
      approved_by: admin.label,
      fee,
      coin_amount: coinAmount,
      rate: price.rate,
      rate_source: price.source,
      rate_at: price.at,
      second_admin_from: secondAdminFrom,
    })
    .where('id', '=', withdrawal.id)
    .returningAll()
    .executeTakeFirstOrThrow()

  await notifyMember(tx, app, withdrawal.member_id, 'withdrawal-approved', {
    withdrawalId: row.id,
    amount: row.amount,
    fee,
    coin: row.coin,
    coinAmount,
    address: row.address,
  })

  const details = { amount: row.amount, fee, coinAmount, coin: row.coin, rate: price.rate }
  await record(tx, now, admin, 'withdrawal.approved', row.id, details)

  return row
}

/**
 * Records that the member may withdraw under the rules of this day. Throws `member_not_eligible`
 * (409), for staff.
 */
async function passMemberGate(
  app: App,
  tx: Tx,
  { id, member_id: memberId, amount }: Row,
): Promise<void> {
  const eligibility = await loadEligibility(tx, app, memberId, id)
  const gate = { operation: 'withdraw', subjectId: id, amountCents: amount } as const
  await passGate(tx, app, eligibility, gate).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(
      'member_not_eligible',
      409,
      `The member has steps left before this can be paid: ${error.message}`,
    )
  })
}
