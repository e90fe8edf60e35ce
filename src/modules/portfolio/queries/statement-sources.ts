import type { Day } from '#lib/dates.ts'
import { type CreditedPayment, listCreditedPayments } from '#modules/deposits/queries.ts'
import { formatPositionName } from '#modules/plans/model.ts'
import {
  type Funding,
  type LossFact,
  listFunding,
  listLossFacts,
  listMemberPositions,
  listPlanNames,
  type PositionView,
} from '#modules/plans/queries.ts'
import { listWithdrawalsById, type Withdrawal } from '#modules/withdrawals/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { StatementLine } from '../model.ts'

/** The subjects of all lines, read once for a statement. */
export type StatementSources = {
  payments: ReadonlyMap<string, CreditedPayment>
  withdrawals: ReadonlyMap<string, Withdrawal>
  losses: ReadonlyMap<string, LossFact>
  plans: ReadonlyMap<string, string>
  byDeposit: ReadonlyMap<string, PositionView>
  byId: ReadonlyMap<string, PositionView>
  fundings: ReadonlyMap<string, Funding[]>
}

/** Reads the payments, withdrawals, losses, plans and positions that the lines refer to. */
export async function readSources(
  reader: Reader,
  memberId: string,
  lines: readonly StatementLine[],
  on: Day,
): Promise<StatementSources> {
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

export type LineDescription = { what: string; details: string[] }

/** Returns the position that a line refers to. */
export const findPosition = (
  { reference }: StatementLine,
  { byId, byDeposit }: Pick<StatementSources, 'byId' | 'byDeposit'>,
): PositionView | undefined => byId.get(reference) ?? byDeposit.get(reference)

/** Formats a position for a line: 'BASIC (crypto), 21 Sep 2026'. */
export const formatPosition = ({ planName: name, family, openedOn }: PositionView): string =>
  formatPositionName({ plan: { name, family }, openedOn })

/** Returns the name of a line's position, or else of its plan. */
export function findPlanName(line: StatementLine, sources: StatementSources): string | undefined {
  const position = findPosition(line, sources)

  return position ? formatPosition(position) : sources.plans.get(parsePlanId(line) ?? '')
}
