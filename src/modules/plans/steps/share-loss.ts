import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeLossShares, type Loss, type LossShare } from '../model.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Returns the share of a loss that each open position of a plan bears whose term runs on, by id,
 * and locks the plan and the positions. Throws `terms_not_settled` (409) while one whose term has
 * ended isn't settled, and `loss_exceeds_principal` (422) when they hold less.
 */
export async function shareLoss(
  tx: Tx,
  { planId, cents }: Pick<Loss, 'planId' | 'cents'>,
  today: Day,
): Promise<LossShare[]> {
  const tables = tx.withTables<PlansTables>()
  // A part that a released withdrawal restores at the same moment waits (refuse_restoration).
  await tables.selectFrom('plan').select('id').where('id', '=', planId).forNoKeyUpdate().execute()
  await assertTermsSettled(tx, planId, today)

  const positions = await tables
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['id', 'member_id as memberId', 'remaining_cents as remaining'])
    .where('plan_id', '=', planId)
    .where('status', '=', 'open')
    .where('matures_on', '>', today)
    .orderBy('id')
    .forUpdate()
    .execute()

  const invested = positions.reduce((sum, { remaining }) => sum + remaining, 0n)
  if (cents > invested) throw createLossTooLargeError(invested)

  return computeLossShares(positions, cents)
}

async function assertTermsSettled(tx: Tx, planId: string, today: Day) {
  const ended = await tx
    .withTables<PlansTables>()
    .selectFrom('position')
    .select('id')
    .where('matures_on', '<=', today)
    .where('matured_on', 'is', null)
    .where('plan_id', '=', planId)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()

  if (ended)
    throw new DomainError(
      'terms_not_settled',
      409,
      'Matured positions are being settled. Try again in a few minutes.',
    )
}

const createLossTooLargeError = (invested: Cents) =>
  new DomainError(
    'loss_exceeds_principal',
    422,
    `Only ${formatUsd(invested)} is invested in this plan, so its positions can’t bear more. ` +
      'The operator bears any loss beyond that.',
    'amount',
  )

const AT_ONCE = 5_000

/**
 * Reduces the positions by their shares and stores each share; a position with nothing left is
 * lost.
 */
export async function reducePositions(
  tx: Tx,
  lossId: string,
  shares: readonly LossShare[],
  on: Day,
) {
  for (let from = 0; from < shares.length; from += AT_ONCE) {
    const some = shares.slice(from, from + AT_ONCE)
    const ids = some.map(({ positionId }) => positionId)
    const cents = some.map((share) => String(share.cents))

    await sql`
      insert into position_loss (loss_id, position_id, amount_cents, lost_on)
      select ${lossId}, share.id, share.cents, ${on}::date from unnest(${ids}::text[],
      ${cents}::bigint[]) as share (id, cents)`.execute(tx)

    await sql`
      update position o set remaining_cents = o.remaining_cents - share.cents,
        status = case when o.remaining_cents = share.cents then 'lost' else o.status end
      from unnest(${ids}::text[], ${cents}::bigint[]) as share (id, cents) where o.id =
      share.id`.execute(tx)
  }
}

/**
 * Reduces pending notices of the positions to what is left, later ones first; a notice with nothing
 * left ends.
 */
export async function reduceRedemptionNotices(tx: Tx, lossId: string, at: Date): Promise<void> {
  await sql`
    with waiting as (
      select n.id, n.amount_cents, o.remaining_cents
        - (sum(n.amount_cents) over (partition by n.position_id order by n.ends_on, n.id) -
        n.amount_cents) as left_for_it
      from position_loss l join position o on o.id = l.position_id
      join redemption_notice n on n.position_id = o.id and n.status = 'waiting' where l.loss_id =
      ${lossId})
    update redemption_notice n set
      amount_cents = case when w.left_for_it > 0 then w.left_for_it::bigint else n.amount_cents end,
      status = case when w.left_for_it > 0 then 'waiting' else 'cancelled' end,
      closed_at = case when w.left_for_it > 0 then null else ${at}::timestamptz end
    from waiting w where n.id = w.id and w.left_for_it < w.amount_cents`.execute(tx)
}
