import { type CheckedAddress, checkAddress, checkTronAddress } from '#lib/addresses.ts'
import type { Coin } from '#lib/currencies.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { isTronAddress } from '#lib/tron-address.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { listOwnAddresses } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { findPaymentAddress } from '../queries/unmatched-payments.ts'
import { lockUnmatched } from '../steps/lock-unmatched.ts'
import type { DepositTables } from '../tables.ts'

export type RequestRefund = { paymentId: string; address: string }

/**
 * Stores where a member asks to have a payment sent back to. Staff decide: nothing is sent by
 * itself. Throws `not_found` (404) for another member's payment, `already_posted` (409) once it was
 * credited, and `invalid_address` (422), also for what looks like a private key.
 */
export async function requestRefund(
  app: App,
  member: Actor,
  { paymentId, address: text }: RequestRefund,
): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const row = await lockUnmatched(tx, paymentId)
    if (row.member_id !== member.id) throw createNotFoundError('This payment')
    if (row.deposit_id !== null && row.receipt_id !== null)
      throw new DomainError('already_posted', 409, 'This payment was already credited to you.')

    const { coin, address: paidTo } = await findPaymentAddress(tx, paymentId)
    const address = takeAddress(checkRefundAddress({ coin, paidTo }, text), app.config.MODE)
    const own = await listOwnAddresses(tx, app.config)
    if (own.has(address) || address === paidTo)
      throw createInvalidError('This is our own address. Please enter an address of yours.')

    const now = app.clock.now()
    await tx
      .withTables<DepositTables>()
      .updateTable('deposit_payment')
      .set({ refund_address: address, refund_asked_at: now })
      .where('payment_id', '=', paymentId)
      .execute()
    await record(tx, now, member, 'deposit.refund-requested', row.deposit_id ?? paymentId, {
      payment: paymentId,
    })
  })

  app.events.publish(STAFF, 'deposits')
}

/** Checks an address on the chain of the payment. */
const checkRefundAddress = ({ coin, paidTo }: { coin: Coin; paidTo: string }, text: string) =>
  coin === 'USDT' && isTronAddress(paidTo) ? checkTronAddress(text) : checkAddress(coin, text)

function takeAddress(checked: CheckedAddress, mode: 'sandbox' | 'live'): string {
  if (!checked.ok) throw createInvalidError(checked.reason)
  if (mode === 'live' && checked.network === 'testnet')
    throw createInvalidError('This is an address of a test network.')

  return checked.canonical
}

const createInvalidError = (message: string) =>
  new DomainError('invalid_address', 422, message, 'address')
