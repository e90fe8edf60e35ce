import type { Day } from '#lib/dates.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

/** A position as reversing its deposit finds it. */
export type ReversiblePosition = {
  remaining: Cents
  /** The amount that left it before. */
  withdrawn: Cents
  /** Why it can't be unwound; null where it can. */
  refusal: DomainError | null
}

/**
 * Returns what unwinding a position takes back. It can't be unwound once its term has ended, for
 * its return fell due then, or once it bore a loss. Throws `not_found` (404).
 */
export async function findReversiblePosition(
  reader: Reader,
  positionId: string,
  today: Day,
): Promise<ReversiblePosition> {
  const tables = reader.withTables<PlansTables>()
  const position = await tables
    .selectFrom('position')
    .select(['principal_cents', 'remaining_cents', 'matures_on', 'matured_on'])
    .where('id', '=', positionId)
    .executeTakeFirst()
  if (!position) throw createNotFoundError('The position')

  const loss = await tables
    .selectFrom('position_loss')
    .select('loss_id')
    .where('position_id', '=', positionId)
    .limit(1)
    .executeTakeFirst()

  const { principal_cents: principal, remaining_cents: remaining } = position
  const hasEnded = position.matured_on !== null || position.matures_on <= today

  return {
    remaining,
    withdrawn: principal - remaining,
    refusal: hasEnded ? createMaturedError() : loss ? createLossError() : null,
  }
}

const createMaturedError = () =>
  new DomainError(
    'position_matured',
    409,
    'The term of this position has ended and its return fell due, so it can’t be unwound: paid ' +
      'returns are never taken back.',
  )

const createLossError = () =>
  new DomainError(
    'position_bore_loss',
    409,
    'This position has borne a share of a plan loss, so it can’t be unwound: the other members ' +
      'would have to bear that share.',
  )
