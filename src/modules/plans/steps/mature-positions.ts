import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notifyEach } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  computeAccrued,
  findReinvestmentRefusal,
  formatPlanName,
  type PlanVersion,
} from '../model.ts'
import { listPublishedPlans, listRedeemedParts } from '../queries.ts'
import type { PlansTables } from '../tables.ts'
import { openPosition } from './open-position.ts'

type Maturing = Awaited<ReturnType<typeof lockMaturing>>[number] & { returnDue: Cents }
/**
 * The result for the principal: reinvested, or cash, with the reason where the member had
 * instructed a reinvestment.
 */
type Outcome = { transfers: Transfer[]; reinvestedIn: PlanVersion | null; refusal: string | null }

const SYSTEM = 'system'

/**
 * Matures at most `limit` positions whose term is over on a day, and returns the count. The accrued
 * return falls due, the principal becomes cash or is reinvested as instructed, and the member is
 * notified. A position of which nothing is left matures too: what its parts accrued falls due.
 */
export async function maturePositions(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  day: Day,
  limit: number,
): Promise<number> {
  const locked = await lockMaturing(tx, day, limit)
  if (locked.length === 0) return 0

  const parts = await listRedeemedParts(
    tx,
    locked.map(({ id }) => id),
  )

  const maturing = locked.map((position) => ({
    ...position,
    returnDue: computeAccrued(position, parts.get(position.id) ?? [], position.maturesOn),
  }))
  await markMatured(tx, maturing, day)
  await cancelRedemptionNotices(tx, maturing, app.clock.now())

  const offers = await listPublishedPlans(tx, day)
  const outcomes: Outcome[] = []

  for (const position of maturing) outcomes.push(await settlePrincipal(tx, position, offers, day))

  const transfers = outcomes.flatMap((outcome) => outcome.transfers)
  if (transfers.length > 0) await post(tx, transfers)
  await notifyMembers(tx, app, maturing, outcomes)

  return maturing.length
}

/**
 * Locks in a statement of its own, so that the next one sees what was committed during the wait.
 */
const lockMaturing = (tx: Tx, day: Day, limit: number) =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .select([
      'o.id',
      'o.member_id as memberId',
      'o.plan_id as planId',
      'o.at_maturity as atMaturity',
    ])
    .select([
      'o.remaining_cents as remaining',
      'o.target_bps as targetBps',
      'o.term_days as termDays',
    ])
    .select(['o.opened_on as openedOn', 'o.matures_on as maturesOn', 'p.name', 'p.family'])
    .select(({ eb }) => eb('p.closed_at', 'is not', null).$castTo<boolean>().as('closed'))
    .where('o.matured_on', 'is', null)
    .where('o.matures_on', '<=', day)
    .orderBy('o.matures_on')
    .orderBy('o.id')
    .limit(limit)
    .forUpdate('o')
    .execute()

const markMatured = (tx: Tx, maturing: readonly Maturing[], day: Day) =>
  sql`
    update position o set matured_on = ${day}::date, return_due = m.due, remaining_cents = 0,
      status = case when o.status = 'open' then 'matured' else o.status end
    from unnest(${maturing.map(({ id }) => id)}::text[],
    ${maturing.map(({ returnDue }) => returnDue)}::bigint[]) as m (id, due)
    where o.id = m.id`.execute(tx)

/** Cancels the notices of matured positions, whose principal is already cash or reinvested. */
const cancelRedemptionNotices = (tx: Tx, maturing: readonly Maturing[], now: Date) =>
  tx
    .withTables<PlansTables>()
    .updateTable('redemption_notice')
    .set({ status: 'cancelled', closed_at: now })
    .where('status', '=', 'waiting')
    .where(
      'position_id',
      'in',
      maturing.map(({ id }) => id),
    )
    .execute()

async function settlePrincipal(
  tx: Tx,
  position: Maturing,
  offers: readonly PlanVersion[],
  day: Day,
): Promise<Outcome> {
  if (position.remaining === 0n) return { transfers: [], reinvestedIn: null, refusal: null }

  const toCash = buildMaturityTransfer(position, day)
  if (position.atMaturity === 'to_balance')
    return { transfers: [toCash], reinvestedIn: null, refusal: null }

  const offer = offers.find(({ planId }) => planId === position.planId)
  const refusal = position.closed
    ? 'The plan is closed.'
    : findReinvestmentRefusal(offer, position.remaining)
  if (refusal || !offer) return { transfers: [toCash], reinvestedIn: null, refusal }

  const { transfers } = await openPosition(tx, {
    memberId: position.memberId,
    planVersionId: offer.id,
    version: offer,
    principal: position.remaining,
    openedOn: day,
    reinvestedFrom: position.id,
    atMaturity: position.atMaturity,
    actor: SYSTEM,
  })

  return { transfers: [toCash, ...transfers], reinvestedIn: offer, refusal: null }
}

const buildMaturityTransfer = ({ id, memberId, remaining }: Maturing, day: Day): Transfer => ({
  idempotencyKey: `position/${id}/mature`,
  transferType: 'principal_redeemed',
  debit: toMemberAccountCode(memberId, 'principal'),
  credit: toMemberAccountCode(memberId, 'cash'),
  amount: remaining,
  effectiveDate: day,
  reference: id,
  actor: SYSTEM,
})

async function notifyMembers(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  maturing: readonly Maturing[],
  outcomes: readonly Outcome[],
) {
  const members = await listMembersById(
    tx,
    maturing.map(({ memberId }) => memberId),
  )

  const notifications = maturing.flatMap((position, index) => {
    const member = members.get(position.memberId)
    if (!member) return []

    const { reinvestedIn, refusal } = outcomes[index] as Outcome
    const data = {
      positionId: position.id,
      plan: formatPlanName(position),
      principal: position.remaining,
      due: position.returnDue,
      atMaturity: position.atMaturity,
      reinvested: reinvestedIn && {
        termDays: reinvestedIn.termDays,
        targetBps: reinvestedIn.targetBps,
      },
      refusal,
    }

    return [{ recipient: { memberId: member.id, to: member.email, name: member.firstName }, data }]
  })

  await notifyEach(tx, app, notifications, 'position-matured')
}
