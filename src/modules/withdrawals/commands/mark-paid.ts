import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { simulateMovement } from '#modules/treasury/steps/simulate-movement.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { buildPayoutTransfers, formatDecisionConflict, parseTxid } from '../model.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { assertNotFrozen } from '../steps/fix-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'
import type { WithdrawalTables } from '../tables.ts'

export type MarkPaid = { withdrawalId: string; txid?: string }

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Records the transaction that paid an approved withdrawal and posts the payout, once. Throws
 * `invalid_txid` (400), `not_approved`, `txid_used` (409), and `withdrawals_frozen` (409) while
 * withdrawals of the member are frozen. A payment sent before the freeze is recorded after it;
 * until then reconciliation shows the difference.
 */
export async function markPaid(app: App, admin: Staff, input: MarkPaid): Promise<Withdrawal> {
  assertPermitted(admin, 'withdrawal.pay')

  const txid = parseTxid(input.txid, app.config.MODE)
  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, input.withdrawalId)
    if (withdrawal.status === 'completed' && withdrawal.txid === txid) return withdrawal

    if (withdrawal.status !== 'approved')
      throw new DomainError(
        'not_approved',
        409,
        withdrawal.status === 'pending'
          ? 'Only an approved withdrawal can be paid.'
          : formatDecisionConflict(withdrawal),
      )

    assertNotFrozen(await lockMember(tx, withdrawal.member_id), app.clock.now())

    return await completeWithdrawal(app, tx, admin, withdrawal, txid)
  })

  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')

  return toWithdrawal(row)
}

async function completeWithdrawal(
  app: App,
  tx: Tx,
  admin: Staff,
  withdrawal: Row,
  txid: string,
): Promise<Row> {
  const now = app.clock.now()
  const row = await tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({ status: 'completed', closed_at: now, closed_by: admin.label, txid })
    .where('id', '=', withdrawal.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(throwTxidConflict)

  const { fee, coin_amount: coinAmount } = row
  invariant(fee !== null && coinAmount !== null, 'an approved withdrawal has a fixed payout')

  const account = toCustodyAccountCode(row.coin)
  await simulateMovement(tx, app, { account, units: -coinAmount, reference: row.id })
  await post(tx, buildApprovedPayout(app, admin, withdrawal))
  await notifyMember(tx, app, row.member_id, 'withdrawal-paid', {
    withdrawalId: row.id,
    amount: row.amount,
    fee,
    coin: row.coin,
    coinAmount,
    address: row.address,
    txid: formatTransactionId(row.coin, txid),
  })

  await record(tx, now, admin, 'withdrawal.paid', row.id, { txid, amount: row.amount })

  return row
}

function throwTxidConflict(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'withdrawal_txid') throw error
  throw new DomainError(
    'txid_used',
    409,
    'This transaction was already used for another withdrawal.',
    'txid',
  )
}

function buildApprovedPayout(
  app: App,
  admin: Staff,
  { id, member_id, source, amount, fee, coin, coin_amount: units }: Row,
) {
  invariant(fee !== null && units !== null, 'an approved withdrawal has its fee and coin amount')

  const on = app.clock.today()

  return buildPayoutTransfers({
    id,
    memberId: member_id,
    source,
    amount,
    fee,
    coin,
    units,
    on,
    actor: admin.id,
  })
}
