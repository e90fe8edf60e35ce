import type { Day } from '#lib/dates.ts'
import { formatGroupedAmount, formatUsd } from '#lib/money.ts'
import { type CreditedPayment, listCreditedPayments } from '#modules/deposits/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import {
  type Funding,
  type LossFact,
  listFunding,
  listLossFacts,
  listMemberPositions,
  listPlanNames,
  type PositionView,
} from '#modules/plans/queries.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { listWithdrawalsById, type Withdrawal } from '#modules/withdrawals/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  computeMovedAmount,
  type DescribedLine,
  formatMovement,
  getTransferTypeLabel,
  type StatementLine,
} from '../model.ts'

/** The subjects of all lines, read once for a statement. */
type Sources = {
  payments: ReadonlyMap<string, CreditedPayment>
  withdrawals: ReadonlyMap<string, Withdrawal>
  losses: ReadonlyMap<string, LossFact>
  plans: ReadonlyMap<string, string>
  byDeposit: ReadonlyMap<string, PositionView>
  byId: ReadonlyMap<string, PositionView>
  fundings: ReadonlyMap<string, Funding[]>
}

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

async function readSources(
  reader: Reader,
  memberId: string,
  lines: readonly StatementLine[],
  on: Day,
): Promise<Sources> {
  const collectIds = (prefix: string) => [
    ...new Set(lines.flatMap(({ reference }) => (reference.startsWith(prefix) ? reference : []))),
  ]
  const positions = await listMemberPositions(reader, memberId, on)
  const paid = lines.some(({ transferType: kind }) => kind === 'return_paid')
  const fundings = paid
    ? await listFunding(
        reader,
        positions.map(({ id }) => id),
      )
    : []

  return {
    payments: await listCreditedPayments(reader, collectIds('dep_')),
    withdrawals: await listWithdrawalsById(reader, collectIds('wdr_')),
    losses: await listLossFacts(reader, collectIds('los_')),
    plans: await listPlanNames(reader, [
      ...new Set(lines.flatMap((line) => parsePlanId(line) ?? [])),
    ]),
    byId: new Map(positions.map((position) => [position.id, position])),
    byDeposit: new Map(
      positions.flatMap((position) => (position.depositId ? [[position.depositId, position]] : [])),
    ),
    fundings: groupFundings(fundings),
  }
}

/** Groups fundings by what a return's row references: its position or its distribution. */
function groupFundings(fundings: readonly Funding[]): ReadonlyMap<string, Funding[]> {
  const found = new Map<string, Funding[]>()
  for (const funding of fundings)
    for (const key of [funding.positionId, funding.distributionId])
      found.set(key, [...(found.get(key) ?? []), funding])
  return found
}

/** Returns the plan of an account such as `plan:pln_…:income`. */
const parsePlanId = ({ outside }: StatementLine) =>
  outside?.startsWith('plan:') ? outside.split(':')[1] : undefined

type LineDescription = { what: string; details: string[] }

/** Describes a line: the event first, then its details. */
function describeLine(line: StatementLine, sources: Sources): LineDescription {
  const description = describeByType(line, sources)
  const reason = line.reason && !description.details.includes(line.reason) ? [line.reason] : []
  const moved =
    line.change === 0n ? [`${formatUsd(computeMovedAmount(line))} ${formatMovement(line)}`] : []
  return { what: description.what, details: [...moved, ...description.details, ...reason] }
}

function describeByType(line: StatementLine, sources: Sources): LineDescription {
  switch (line.transferType) {
    case 'deposit_confirmed':
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

function describeDeposit(line: StatementLine, { payments }: Sources): LineDescription {
  const payment = payments.get(line.reference)
  const what = getTransferTypeLabel(line.transferType)
  if (!payment?.received || !payment.receivedIn) return { what, details: [] }

  const { received, receivedIn, creditRate, method } = payment
  if (receivedIn === 'USD') return { what, details: ['By bank transfer'] }

  const rate = creditRate ? ` at ${formatRatePrice(creditRate)}` : ''

  return {
    what,
    details: [
      `${METHOD_FACTS[method].label}: ${formatGroupedAmount(received, receivedIn)} ` +
        `${receivedIn}${rate}`,
    ],
  }
}

/** Formats a rate, such as '$91,240.50'. */
const formatRatePrice = (rate: bigint) =>
  `$${formatRate(rate).replace(/\d+(?=\.)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))}`

const findPlanName = (
  line: StatementLine,
  { byId, byDeposit, plans }: Sources,
): string | undefined =>
  (byId.get(line.reference) ?? byDeposit.get(line.reference))?.planName ??
  plans.get(parsePlanId(line) ?? '')

function describePosition(line: StatementLine, sources: Sources): LineDescription {
  const plan = findPlanName(line, sources)
  const position = sources.byId.get(line.reference)
  if (line.transferType === 'principal_redeemed' && position?.maturedOn === line.day)
    return { what: `Term of ${position.planName} ended`, details: [] }
  if (line.transferType === 'position_opened' && position?.origin === 'reinvested')
    return { what: `Invested again in ${position.planName}`, details: [] }
  if (!plan) return describePlainLine(line)

  return {
    what: line.transferType === 'position_opened' ? `Invested in ${plan}` : `Taken out of ${plan}`,
    details: [],
  }
}

const INCOMES_NAMED = 3

/** Returns the payments behind a journal row: of its position or distribution, on its day. */
function pickFundings(line: StatementLine, { fundings }: Sources): Funding[] {
  const sameDay = (fundings.get(line.reference) ?? []).filter(({ onDay }) => onDay === line.day)
  const exact = sameDay.filter(({ cents }) => cents === line.change)
  return exact.length > 0 ? exact.slice(0, 1) : sameDay
}

function describeReturn(line: StatementLine, sources: Sources): LineDescription {
  const paid = pickFundings(line, sources)
  const [first] = paid
  const plan =
    findPlanName(line, sources) ?? (first && sources.byId.get(first.positionId)?.planName)
  const incomes = [
    ...new Set(
      paid.flatMap(({ incomes }) =>
        incomes.map(({ source, from, to }) => `${source}, ${from} to ${to}`),
      ),
    ),
  ]

  const more = incomes.length > INCOMES_NAMED ? [`and ${incomes.length - INCOMES_NAMED} more`] : []
  const named = [...incomes.slice(0, INCOMES_NAMED), ...more].join('; ')

  return {
    what: plan ? `Return paid, ${plan}` : getTransferTypeLabel(line.transferType),
    details: named ? [`Out of plan income: ${named}`] : ['Out of recorded plan income'],
  }
}

function describeLoss(line: StatementLine, sources: Sources): LineDescription {
  const loss = sources.losses.get(line.reference)
  const plan = loss?.plan ?? findPlanName(line, sources)
  return {
    what: plan ? `Loss of ${plan}` : getTransferTypeLabel(line.transferType),
    details: loss ? [`${loss.cause}, ${loss.from} to ${loss.to}`] : [],
  }
}

function describeWithdrawal(line: StatementLine, { withdrawals }: Sources): LineDescription {
  const withdrawal = withdrawals.get(line.reference)
  const what = getTransferTypeLabel(line.transferType)
  if (!withdrawal) return { what, details: [] }

  const { coin, coinAmount, address, rate, txid, method, status, reason } = withdrawal
  const label = METHOD_FACTS[method].label
  if (line.transferType === 'withdrawal_held') return { what, details: [`${label} to ${address}`] }

  if (line.transferType === 'withdrawal_released')
    return {
      what,
      details: [status === 'cancelled' ? 'Cancelled by you' : `Rejected: ${reason ?? ''}`],
    }

  const sent = coinAmount
    ? `${formatGroupedAmount(coinAmount, coin)} ` +
      `${coin}${rate ? ` at ${formatRatePrice(rate)}` : ''}`
    : label
  return { what, details: [`${sent} to ${address}`, ...(txid ? [`Transaction ${txid}`] : [])] }
}
