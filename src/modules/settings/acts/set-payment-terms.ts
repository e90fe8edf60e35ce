import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db.ts'
import type { MethodTerms, PaymentMethodCode } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

const within = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most

/** Replaces the terms of one method for what is asked from now on; quotes and requests keep the terms they were made under. */
export async function setPaymentTerms(
  tx: Tx,
  method: PaymentMethodCode,
  terms: MethodTerms,
  changed: { by: string; at: Date },
): Promise<void> {
  assertTerms(terms)
  const row = {
    quote_minutes: terms.quoteMinutes,
    confirmations: terms.confirmations,
    withdrawal_fee_cents: terms.withdrawalFee,
    min_withdrawal_cents: terms.minWithdrawal,
    changed_by: changed.by,
    changed_at: changed.at,
  }
  await tx
    .withTables<SettingsTables>()
    .insertInto('payment_method')
    .values({ method, ...row })
    .onConflict((conflict) => conflict.column('method').doUpdateSet(row))
    .execute()
}

function assertTerms(terms: MethodTerms) {
  const refuse = (message: string, field: string) => {
    throw new DomainError('invalid_setting', 422, message, field)
  }
  if (!within(terms.quoteMinutes, 1, 120)) refuse('A rate is locked for 1 to 120 minutes.', 'quoteMinutes')
  if (!within(terms.confirmations, 1, 10_000)) refuse('At least one confirmation is needed.', 'confirmations')
  if (terms.withdrawalFee < 0n) refuse("The withdrawal fee can't be below zero.", 'withdrawalFee')
  if (terms.minWithdrawal <= terms.withdrawalFee)
    refuse('The least withdrawal must be more than its fee.', 'minWithdrawal')
}
