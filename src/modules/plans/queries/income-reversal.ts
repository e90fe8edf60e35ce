import { createNotFoundError, type DomainError } from '#lib/errors.ts'
import { getProposal } from '#modules/approvals/queries.ts'
import { toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { findIncomeReversalRefusal, type IncomeReversal, parseIncome } from '../model.ts'
import type { PlansTables } from '../tables.ts'

/** Reads the content of an approved reversal. */
export const parseIncomeReversal = (content: Readonly<Record<string, unknown>>): IncomeReversal => {
  const { reason, ...income } = content
  return { ...parseIncome(income), reason: String(reason) }
}

export type IncomeReversalFigures = {
  reversal: Omit<IncomeReversal, 'reason'>
  /** Why the income can't be reversed now; null where it can. */
  refusal: DomainError | null
}

/** Returns what reversing an income undoes. Throws `not_found` (404). */
export async function computeIncomeReversal(
  reader: Reader,
  id: string,
): Promise<IncomeReversalFigures> {
  const row = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_income')
    .select(['plan_id', 'cents', 'approval_id', 'used_cents as used', 'reversed_at as reversedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('This income')

  const income = parseIncome((await getProposal(reader, row.approval_id)).content)
  const { planId, plan, currency, units, place, cents, rate, receipt } = income
  const available = await getBalance(reader, toPlanIncomeAccountCode(row.plan_id))

  return {
    reversal: { id, planId, plan, currency, units, place, cents, rate, receipt },
    refusal: findIncomeReversalRefusal(row, available),
  }
}
