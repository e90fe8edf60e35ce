import { formatDay } from '#lib/dates.ts'
import type { Funding } from '#modules/plans/queries.ts'
import { getTransferTypeLabel, type StatementLine } from '../model.ts'
import {
  findPlanName,
  findPosition,
  formatPosition,
  type LineDescription,
  type StatementSources,
} from './statement-sources.ts'

const INCOMES_NAMED = 3

/** Returns the payments behind a journal row: of its position or distribution, on its day. */
function pickFundings(line: StatementLine, { fundings }: StatementSources): Funding[] {
  const sameDay = (fundings.get(line.reference) ?? []).filter(({ onDay }) => onDay === line.day)
  const exact = sameDay.filter(({ cents }) => cents === line.change)
  return exact.length > 0 ? exact.slice(0, 1) : sameDay
}

/** Returns the position of a return; undefined if several positions were paid the same amount. */
function findPaidPosition(line: StatementLine, sources: StatementSources) {
  const sameDay = (sources.fundings.get(line.reference) ?? []).filter(
    ({ onDay }) => onDay === line.day,
  )
  const exact = sameDay.filter(({ cents }) => cents === line.change)
  const [only, ...others] = exact.length > 0 ? exact : sameDay

  return (
    findPosition(line, sources) ??
    (only && others.length === 0 ? sources.byId.get(only.positionId) : undefined)
  )
}

/** Describes a return: its plan, and the incomes that it was paid from. */
export function describeReturn(line: StatementLine, sources: StatementSources): LineDescription {
  const paid = pickFundings(line, sources)
  const position = findPaidPosition(line, sources)
  const plan = position ? formatPosition(position) : findPlanName(line, sources)
  const incomes = [
    ...new Set(
      paid.flatMap(({ incomes }) =>
        incomes.map(({ source, from, to }) => `${source}, ${formatDay(from)} to ${formatDay(to)}`),
      ),
    ),
  ]

  const more = incomes.length > INCOMES_NAMED ? [`and ${incomes.length - INCOMES_NAMED} more`] : []
  const named = [...incomes.slice(0, INCOMES_NAMED), ...more].join('; ')

  return {
    what: plan ? `Return paid, ${plan}` : getTransferTypeLabel(line.transferType),
    details: named ? [`Paid from plan income: ${named}`] : ['Paid from recorded plan income'],
  }
}

/** Describes a loss: its plan and its cause. */
export function describeLoss(line: StatementLine, sources: StatementSources): LineDescription {
  const loss = sources.losses.get(line.reference)
  const plan = loss?.plan ?? findPlanName(line, sources)
  return {
    what: plan ? `Loss, ${plan}` : getTransferTypeLabel(line.transferType),
    details: loss ? [`${loss.cause}, ${formatDay(loss.from)} to ${formatDay(loss.to)}`] : [],
  }
}
