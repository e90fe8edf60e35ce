import { DomainError, runChecks } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  computeWithdrawalFee,
  MAX_FEE_CEILING,
  type MethodTerms,
  type PaymentMethodCode,
} from '../model.ts'
import { findTerms } from '../queries.ts'
import type { SettingsTables } from '../tables.ts'
import { setFeeTerms } from './set-fee-terms.ts'

const isWithinRange = (value: number, min: number, max: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max

/**
 * Replaces the terms of a payment method for new quotes and requests; existing ones store the terms
 * that they were made under. A fee and a minimum are not above those in force, see `setFeeTerms`.
 * Amounts are in cents. Throws `invalid_setting` (422) with the field.
 */
export async function setPaymentTerms(
  tx: Tx,
  method: PaymentMethodCode,
  terms: MethodTerms,
  changed: { by: string; at: Date },
): Promise<void> {
  await assertTerms(terms, MAX_FEE_CEILING)

  const { terms: before } = await findTerms(tx, method, changed.at)
  const row = {
    quote_minutes: terms.quoteMinutes,
    changed_by: changed.by,
    changed_at: changed.at,
  }

  await tx
    .withTables<SettingsTables>()
    .insertInto('payment_method')
    .values({ method, ...row })
    .onConflict((conflict) => conflict.column('method').doUpdateSet(row))
    .execute()

  if (terms.withdrawalFee !== before.withdrawalFee || terms.minWithdrawal !== before.minWithdrawal)
    await setFeeTerms(tx, method, terms, changed)
}

/**
 * Throws `invalid_setting` (422) with the field for terms outside the limits, or with a fee or
 * minimum above the ceiling, in cents.
 */
export async function assertTerms(
  { quoteMinutes, withdrawalFee, minWithdrawal }: MethodTerms,
  ceiling: Cents,
) {
  const limit = formatUsd(ceiling)
  const rules: [field: string, isBroken: boolean, message: string][] = [
    [
      'quoteMinutes',
      !isWithinRange(quoteMinutes, 1, 120),
      'The rate lock must be 1 to 120 minutes.',
    ],
    ['withdrawalFee', withdrawalFee < 0n, "The withdrawal fee can't be negative."],
    ['withdrawalFee', withdrawalFee > ceiling, `The withdrawal fee can't exceed ${limit}.`],
    ['minWithdrawal', minWithdrawal > ceiling, `The minimum withdrawal can't exceed ${limit}.`],
    [
      'minWithdrawal',
      minWithdrawal <= computeWithdrawalFee(minWithdrawal, { withdrawalFee }),
      'The minimum withdrawal must be more than its fee.',
    ],
  ]

  const checks = rules.map(([field, isBroken, message]) => () => {
    if (isBroken) throw new DomainError('invalid_setting', 422, message, field)
  })
  await runChecks(...checks)
}
