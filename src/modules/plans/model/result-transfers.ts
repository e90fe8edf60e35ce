import type { Day } from '#lib/dates.ts'
import {
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { buildCoinInTransfers } from '#modules/treasury/model.ts'
import type { Income, Loss } from './results.ts'
import { type LossShare, sumSharesByMember } from './shares.ts'

/**
 * Returns the transfers of an income, built from its own fields alone, so that the proposal and its
 * execution post the same.
 */
export function buildIncomeTransfers(
  income: Income,
  by: { on: string; actor: string },
): Transfer[] {
  const { id, planId, currency, units, cents, place, receipt, source: reason } = income
  const base = {
    ...({
      idempotencyKey: `income/${id}`,
      transferType: 'income_recorded',
      reference: id,
      reason,
    } as const),
    effectiveDate: by.on,
    actor: by.actor,
  }

  const to = toPlanIncomeAccountCode(planId)

  return currency === 'USD'
    ? [{ ...base, debit: toCustodyAccountCode('USD', place), credit: to, amount: cents, receipt }]
    : buildCoinInTransfers({ ...base, coin: currency, units, cents, place, receipt, to })
}

/**
 * Returns the transfers of a loss: one for each member's shares, and one for the coin that is gone.
 */
export function buildLossTransfers(
  loss: Loss,
  shares: readonly LossShare[],
  by: { on: Day; actor: string },
): Transfer[] {
  const base = {
    ...({
      transferType: loss.from === 'assets' ? 'assets_lost' : 'loss_recorded',
      reference: loss.id,
    } as const),
    effectiveDate: by.on,
    actor: by.actor,
    reason: loss.cause,
  }

  const legs = [...sumSharesByMember(shares)].map(
    ([memberId, amount]): Transfer => ({
      ...base,
      idempotencyKey: `loss/${loss.id}/${memberId}`,
      amount,
      debit: toMemberAccountCode(memberId, 'principal'),
      credit: pickLossAccount(loss),
    }),
  )

  return loss.from === 'custody' && loss.currency !== 'USD'
    ? [...legs, buildCoinLossTransfer(loss, base)]
    : legs
}

function pickLossAccount({ from, planId, currency, place }: Loss) {
  if (from === 'assets') return toPlanAssetsAccountCode(planId)
  return currency === 'USD'
    ? toCustodyAccountCode('USD', place ?? undefined)
    : toExchangeAccountCode('USD')
}

const buildCoinLossTransfer = (
  { id, currency, place, units }: Loss,
  base: Omit<Transfer, 'idempotencyKey' | 'debit' | 'credit' | 'amount'>,
): Transfer => ({
  ...base,
  idempotencyKey: `loss/${id}/coin`,
  amount: units,
  debit: toExchangeAccountCode(currency),
  credit: toCustodyAccountCode(currency, place ?? undefined),
})
