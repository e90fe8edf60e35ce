import type { Day } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  computeMovedAmount,
  type DescribedLine,
  formatMovement,
  getTransferTypeLabel,
  type StatementLine,
} from '../model.ts'
import { describeDeposit, describeWithdrawal } from './statement-coin-labels.ts'
import { describeLoss, describeReturn } from './statement-return-labels.ts'
import {
  findPosition,
  formatPosition,
  type LineDescription,
  readSources,
  type StatementSources,
} from './statement-sources.ts'

/** Describes each line with its source: coin and rate, plan, income or reason. */
export async function describeLines(
  reader: Reader,
  memberId: string,
  lines: readonly StatementLine[],
  on: Day,
): Promise<DescribedLine[]> {
  const sources = await readSources(reader, memberId, lines, on)
  return lines.map((line) => ({ ...line, ...describeLine(line, sources) }))
}

/** Describes a line: the event first, then its details. */
function describeLine(line: StatementLine, sources: StatementSources): LineDescription {
  const description = describeByType(line, sources)
  const reason = line.reason && !description.details.includes(line.reason) ? [line.reason] : []
  const moved =
    line.change === 0n ? [`${formatUsd(computeMovedAmount(line))} ${formatMovement(line)}`] : []
  return { what: description.what, details: [...moved, ...description.details, ...reason] }
}

function describeByType(line: StatementLine, sources: StatementSources): LineDescription {
  switch (line.transferType) {
    case 'deposit_confirmed':
    case 'deposit_reversed':
      return describeDeposit(line, sources)
    case 'position_opened':
    case 'principal_redeemed':
      return describePosition(line, sources)
    case 'return_paid':
      return describeReturn(line, sources)
    case 'loss_recorded':
    case 'assets_lost':
      return describeLoss(line, sources)
    default:
      return line.transferType.startsWith('withdrawal_')
        ? describeWithdrawal(line, sources)
        : describePlainLine(line)
  }
}

const describePlainLine = ({ transferType: kind }: StatementLine): LineDescription => ({
  what: getTransferTypeLabel(kind),
  details: [],
})

function describePosition(line: StatementLine, sources: StatementSources): LineDescription {
  const position = findPosition(line, sources)
  if (line.transferType === 'principal_redeemed' && position?.maturedOn === line.day)
    return { what: `${formatPosition(position)}: matured`, details: [] }
  if (line.transferType === 'position_opened' && position?.origin === 'reinvested')
    return { what: `Reinvested in ${formatPosition(position)}`, details: [] }
  if (!position) return describePlainLine(line)

  return {
    what:
      line.transferType === 'position_opened'
        ? `Invested in ${formatPosition(position)}`
        : `Redeemed from ${formatPosition(position)}`,
    details: [],
  }
}
