import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { simulateMovement } from '#modules/treasury/steps/simulate-movement.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildPayoutTransfers, formatWithdrawalTxid } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import { assertNotFrozen } from './assert-approvable.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/** The transaction that paid, and its output where the chain showed the payment. */
export type Payment = { txid: string; output: number | null }

/**
 * Completes a locked, approved withdrawal with the transaction that paid it: posts the payout and
 * mails the member. Throws `txid_used`, and `withdrawals_frozen` (409) while withdrawals of the
 * member are frozen.
 */
export async function completeWithdrawal(
  app: App,
  tx: Tx,
  actor: Actor,
  withdrawal: Row,
  { txid, output }: Payment,
): Promise<Row> {
  const now = app.clock.now()
  assertNotFrozen(await lockMember(tx, withdrawal.member_id), now)

  const row = await tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({ status: 'completed', closed_at: now, closed_by: actor.label, txid, paid_output: output })
    .where('id', '=', withdrawal.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(throwTxidConflict)

  const { fee, coin_amount: coinAmount } = row
  invariant(fee !== null && coinAmount !== null, 'an approved withdrawal has a fixed payout')

  const account = toCustodyAccountCode(row.coin)
  await simulateMovement(tx, app, { account, units: -coinAmount, reference: row.id })
  await post(tx, buildApprovedPayout(app, actor, row))
  await notifyMember(tx, app, row.member_id, 'withdrawal-paid', {
    withdrawalId: row.id,
    amount: row.amount,
    fee,
    coin: row.coin,
    coinAmount,
    address: row.address,
    txid: formatWithdrawalTxid(row, txid),
  })

  const details = { txid, amount: row.amount, ...(output !== null && { output }) }
  await record(tx, now, actor, 'withdrawal.paid', row.id, details)

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
  actor: Actor,
  { id, member_id, source, amount, fee, coin, coin_amount: units }: Row,
) {
  invariant(fee !== null && units !== null, 'an approved withdrawal has its fee and coin amount')

  return buildPayoutTransfers({
    id,
    memberId: member_id,
    source,
    amount,
    fee,
    coin,
    units,
    on: app.clock.today(),
    actor: actor.id,
  })
}
