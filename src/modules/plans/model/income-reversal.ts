import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import {
  type Transfer,
  toCustodyAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { buildCoinOutTransfers } from '#modules/treasury/model.ts'
import type { Income } from './results.ts'

/** The income that a reversal undoes, and the reason. */
export type IncomeReversal = Pick<
  Income,
  'id' | 'planId' | 'plan' | 'currency' | 'units' | 'place' | 'cents' | 'rate' | 'receipt'
> & { reason: string }

/**
 * Returns the content that two admins approve; amounts are text in minor units. The function
 * `is_income_reversal_approved` reads its fields.
 */
export const toIncomeReversalContent = (reversal: IncomeReversal) => ({
  id: reversal.id,
  planId: reversal.planId,
  plan: reversal.plan,
  currency: reversal.currency,
  units: String(reversal.units),
  place: reversal.place,
  cents: String(reversal.cents),
  rate: reversal.rate === null ? null : String(reversal.rate),
  receipt: reversal.receipt,
  reason: reversal.reason,
})

/** Returns the transfers of a reversal: what the income brought leaves the plan and custody. */
export function buildIncomeReversalTransfers(
  { id, planId, currency, units, place, cents, reason }: IncomeReversal,
  { on, actor }: { on: Day; actor: string },
): Transfer[] {
  const shared = {
    idempotencyKey: `income/${id}/reverse`,
    transferType: 'income_reversed' as const,
    reference: id,
    effectiveDate: on,
    actor,
    reason,
  }

  const from = toPlanIncomeAccountCode(planId)
  if (currency !== 'USD')
    return buildCoinOutTransfers({ ...shared, coin: currency, units, cents, place, from })

  return [{ ...shared, debit: from, credit: toCustodyAccountCode('USD', place), amount: cents }]
}

type RecordedIncome = { cents: Cents; used: Cents; reversedAt: Date | null }

/**
 * Returns the error for an income that can't be reversed; null for one that can. `available` is
 * what is left of the plan's income.
 */
export function findIncomeReversalRefusal(
  { cents, used, reversedAt }: RecordedIncome,
  available: Cents,
): DomainError | null {
  if (reversedAt)
    return new DomainError('already_reversed', 409, 'This income has already been reversed.')
  if (used > 0n)
    return new DomainError(
      'income_used',
      409,
      `${formatUsd(used)} of this income was or is being paid to members. Paid returns can’t be ` +
        'taken back, so this income can’t be reversed.',
    )
  if (available < cents)
    return new DomainError(
      'income_gone',
      409,
      `This income can’t be reversed. Only ${formatUsd(available)} of the plan’s income is left ` +
        'after a loss.',
    )
  return null
}
