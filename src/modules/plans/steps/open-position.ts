import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import type { Transfer } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type AtMaturity,
  buildInvestmentTransfer,
  computeMaturityDay,
  type PlanVersion,
  type Position,
} from '../model.ts'
import { getPlanVersion } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

type OpenPosition = {
  /** The ID of the position if its gate was recorded before. */
  id?: string
  memberId: string
  planVersionId: string
  /** The version of that id, where the caller has read it. */
  version?: PlanVersion
  principal: Cents
  openedOn: Day
  /** The deposit whose cash is invested; without one it is cash that was there. */
  depositId?: string
  /** The matured position whose principal is reinvested. */
  reinvestedFrom?: string
  atMaturity?: AtMaturity
  /** The admin who confirmed the deposit, as recorded in the ledger. */
  actor: string
}

/**
 * Opens a position for a deposit or from available cash, copies target and term from the version,
 * and returns it with the transfers (cash → principal) that the caller posts.
 */
export async function openPosition(
  tx: Tx,
  input: OpenPosition,
): Promise<{ position: Position; transfers: Transfer[] }> {
  const version = input.version ?? (await getPlanVersion(tx, input.planVersionId))
  assertWithinLimits(version, input.principal)

  const position = buildPosition(version, input)
  await tx
    .withTables<PlansTables>()
    .insertInto('position')
    .values({
      id: position.id,
      member_id: position.memberId,
      plan_id: version.planId,
      origin: position.origin,
      reinvested_from: input.reinvestedFrom ?? null,
      at_maturity: position.atMaturity,
      plan_version_id: position.planVersionId,
      deposit_id: position.depositId,
      principal_cents: position.principal,
      remaining_cents: position.remaining,
      target_bps: position.targetBps,
      term_days: position.termDays,
      opened_on: position.openedOn,
      matures_on: position.maturesOn,
      status: position.status,
    })
    .execute()

  return { position, transfers: [buildInvestmentTransfer(position, input.actor)] }
}

const buildPosition = (version: PlanVersion, input: OpenPosition): Position => ({
  id: input.id ?? createId('pos'),
  memberId: input.memberId,
  planVersionId: version.id,
  origin: toPositionOrigin(input),
  depositId: input.depositId ?? null,
  principal: input.principal,
  remaining: input.principal,
  targetBps: version.targetBps,
  termDays: version.termDays,
  openedOn: input.openedOn,
  maturesOn: computeMaturityDay(input.openedOn, version.termDays),
  status: 'open',
  atMaturity: input.atMaturity ?? 'to_balance',
  maturedOn: null,
  returnDue: 0n,
  returnPaid: 0n,
})

const toPositionOrigin = ({ depositId, reinvestedFrom }: OpenPosition) =>
  depositId ? 'deposit' : reinvestedFrom ? 'reinvested' : 'balance'

function assertWithinLimits(version: PlanVersion, principal: Cents) {
  invariant(
    principal >= version.minAmount && principal <= version.maxAmount,
    "a position's principal is within its plan's limits; what is below stays cash, and so " +
      'does what is above',
  )
}
