import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatUsd } from '#lib/money.ts'
import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { coinWithin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import type { Price } from '#platform/prices.ts'
import { inTransaction } from '#platform/transaction.ts'
import { lockWithdrawal } from '../acts/lock-withdrawal.ts'
import { mailMember } from '../acts/mail-member.ts'
import { SECOND_ADMIN_FROM } from '../model.ts'
import { type Withdrawal, withdrawalOf } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/** Fixes rate, coin amount and fee of a pending withdrawal. A large one is only proposed until another admin approves it too. */
export async function approveWithdrawal(app: App, admin: Staff, id: string): Promise<Withdrawal> {
  assertMay(admin, 'withdrawal.approve')
  const row = await inTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    await assertApprovable(app, tx, withdrawal)
    if (withdrawal.amount < SECOND_ADMIN_FROM) return await approved(app, tx, admin, withdrawal)
    if (!withdrawal.proposed_by) return await proposed(app, tx, admin, withdrawal)
    if (withdrawal.proposed_by === admin.id)
      throw new DomainError(
        'second_admin',
        409,
        `From ${formatUsd(SECOND_ADMIN_FROM)} another admin has to approve too; you have approved already.`,
      )
    return await approved(app, tx, admin, withdrawal)
  })
  app.events.publish(audienceOf(row.member_id), 'withdrawals')
  return withdrawalOf(row)
}

async function assertApprovable(app: App, tx: Tx, withdrawal: Row) {
  const refuse = (code: string, message: string) => new DomainError(code, 409, message)
  if (withdrawal.status !== 'pending')
    throw refuse('not_pending', `This withdrawal is ${withdrawal.status} already.`)
  const now = app.clock.now()
  if (withdrawal.payable_from > now)
    throw refuse(
      'cooling_down',
      `The address is new and can be paid from ${withdrawal.payable_from.toISOString()} on.`,
    )
  const wallet = await tx
    .withTables<WithdrawalTables>()
    .selectFrom('wallet')
    .select('retired_at')
    .where('id', '=', withdrawal.wallet_id)
    .executeTakeFirstOrThrow()
  if (wallet.retired_at) throw refuse('wallet_removed', 'The member has removed this address since.')
  const { withdrawalsFrozenUntil: until } = await getMember(tx, withdrawal.member_id)
  if (until && until > now)
    throw refuse('withdrawals_frozen', `Withdrawals of this member are frozen until ${until.toISOString()}.`)
}

async function proposed(app: App, tx: Tx, admin: Staff, { id, amount }: Row): Promise<Row> {
  const now = app.clock.now()
  await record(tx, now, admin, 'withdrawal.proposed', id, { amount })
  return await tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({ proposed_at: now, proposed_by: admin.id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function approved(app: App, tx: Tx, admin: Staff, withdrawal: Row): Promise<Row> {
  const now = app.clock.now()
  const terms = await getPaymentMethod(tx, app.config, now, withdrawal.method)
  const fee = terms.withdrawalFee < withdrawal.fee_told ? terms.withdrawalFee : withdrawal.fee_told
  const price = await getPrice(app, withdrawal.coin)
  const coinAmount = coinWithin(withdrawal.amount - fee, price.rate, withdrawal.coin)
  if (coinAmount === 0n)
    throw new DomainError(
      'too_small',
      422,
      `After the fee nothing of this amount arrives in ${withdrawal.coin}.`,
    )
  const row = await fixed(tx, withdrawal.id, admin, price, { fee, coinAmount, now })
  await mailMember(tx, app, withdrawal.member_id, 'withdrawal-approved', {
    ...{ withdrawalId: row.id, amount: row.amount, fee, coin: row.coin, coinAmount, address: row.address },
  })
  const details = { amount: row.amount, fee, coinAmount, rate: price.rate }
  await record(tx, now, admin, 'withdrawal.approved', row.id, details)
  return row
}

const fixed = (
  tx: Tx,
  id: string,
  admin: Staff,
  price: Price,
  { fee, coinAmount, now }: { fee: bigint; coinAmount: bigint; now: Date },
) =>
  tx
    .withTables<WithdrawalTables>()
    .updateTable('withdrawal')
    .set({
      ...{ status: 'approved', approved_at: now, approved_by: admin.label, fee, coin_amount: coinAmount },
      ...{ rate: price.rate, rate_source: price.source, rate_at: price.at },
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
