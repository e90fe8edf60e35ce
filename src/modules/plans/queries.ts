// Long because every read of plans, positions, notices, income and payouts is here: they share
// their tables and their words.
import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { getProposal, listProposedValues } from '#modules/approvals/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  computeAccrued,
  computeRedemptionEffect,
  computeTarget,
  countTermDays,
  cutToWhatIsLeft,
  type Evidence,
  findRedemptionRefusal,
  getFamilyName,
  isExtraordinary,
  type Period,
  type PlanFamily,
  type PlanVersion,
  type Position,
  parseIncome,
  parseLoss,
  type RedeemedPart,
  type RedemptionEffect,
  type RedemptionNotice,
  splitProRata,
} from './model.ts'
import type { PlansTables } from './tables.ts'

const selectVersions = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select([
      'v.id',
      'v.plan_id as planId',
      'v.number',
      'p.family',
      'p.name',
      'v.liquidity',
      'v.fees',
    ])
    .select(['v.min_cents as minAmount', 'v.max_cents as maxAmount', 'v.target_bps as targetBps'])
    .select(['v.term_days as termDays', 'v.basis', 'v.risk', 'v.sample', 'v.extraordinary'])
    .select(['v.effective_from as effectiveFrom', 'v.notice_days as noticePeriodDays'])

/**
 * What is on offer on a day: of each plan that isn't closed the latest version that is published
 * and has begun, by family and least amount.
 */
export async function listPublishedPlans(reader: Reader, today: Day): Promise<PlanVersion[]> {
  const offered = await selectVersions(reader)
    .distinctOn('v.plan_id')
    .where('v.published_at', 'is not', null)
    .where('v.effective_from', '<=', today)
    .where('p.closed_at', 'is', null)
    .orderBy('v.plan_id')
    .orderBy('v.number', 'desc')
    .execute()

  return offered.sort(compareVersions)
}

const compareVersions = (one: PlanVersion, other: PlanVersion) =>
  one.family.localeCompare(other.family) ||
  Number(one.minAmount - other.minAmount) ||
  one.name.localeCompare(other.name)

/**
 * The version on offer today, for new money. Throws `not_found` for one that isn't offered, or not
 * any more.
 */
export async function getPlanOnOffer(
  reader: Reader,
  versionId: string,
  today: Day,
): Promise<PlanVersion> {
  const offered = await listPublishedPlans(reader, today)
  const version = offered.find((plan) => plan.id === versionId)
  if (!version) throw createNotFoundError('This plan')
  return version
}

/**
 * One published version, on offer or not: what a position or a quote was made under stays readable.
 * Throws `not_found`.
 */
export async function getPlanVersion(reader: Reader, versionId: string): Promise<PlanVersion> {
  const version = await selectVersions(reader)
    .where('v.id', '=', versionId)
    .where('v.published_at', 'is not', null)
    .executeTakeFirst()
  if (!version) throw createNotFoundError('This plan')
  return version
}

type ProposedVersion = PlanVersion & { proposedBy: string; proposedAt: Date }

export type VersionForStaff = ProposedVersion & {
  publishedBy: string | null
  publishedAt: Date | null
  /** What members are offered today. */
  onOffer: boolean
}

export type PlanForStaff = {
  id: string
  family: PlanVersion['family']
  name: string
  createdAt: Date
  state: 'draft' | 'published' | 'closed'
  closedAt: Date | null
  closedBy: string | null
  closedBecause: string | null
  /** The newest first. */
  versions: VersionForStaff[]
}

/** Every plan with all its versions, drafts and closed ones among them, by family and name. */
export async function listPlansForStaff(reader: Reader, today: Day): Promise<PlanForStaff[]> {
  const plans = await reader
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select(['id', 'family', 'name', 'created_at as createdAt'])
    .select(['closed_at as closedAt', 'closed_by as closedBy', 'closed_because as closedBecause'])
    .orderBy('family')
    .orderBy('name')
    .execute()

  const all = await selectVersions(reader)
    .select(['v.proposed_by as proposedBy', 'v.proposed_at as proposedAt'])
    .select(['v.published_by as publishedBy', 'v.published_at as publishedAt'])
    .orderBy('v.number', 'desc')
    .execute()

  const offered = new Set((await listPublishedPlans(reader, today)).map(({ id }) => id))

  return plans.map((plan) => {
    const own = all.filter((version) => version.planId === plan.id)
    const published = own.some((version) => version.publishedAt)

    return {
      ...plan,
      state: plan.closedAt ? 'closed' : published ? 'published' : 'draft',
      versions: own.map((version) => ({ ...version, onOffer: offered.has(version.id) })),
    }
  })
}

/**
 * The drafts that nobody but another admin than who proposed them may publish, by id: of each plan
 * that isn't closed the newest version, where nobody has published it and its target is out of the
 * ordinary, then or by what is ordinary now.
 */
export async function listWaitingVersions(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
): Promise<string[]> {
  const { targetWarningBps } = await getSetting(reader, config, 'plans')
  const newest = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .distinctOn('v.plan_id')
    .select(['v.id', 'v.target_bps', 'v.term_days', 'v.extraordinary', 'v.published_at'])
    .where('p.closed_at', 'is', null)
    .orderBy('v.plan_id')
    .orderBy('v.number', 'desc')
    .execute()

  return newest
    .filter((draft) => draft.published_at === null)
    .filter(
      ({ extraordinary, target_bps, term_days }) =>
        extraordinary || isExtraordinary(target_bps, term_days, targetWarningBps),
    )
    .map(({ id }) => id)
}

export type PositionView = Position & {
  planName: string
  family: PlanVersion['family']
  sample: boolean
  noticePeriodDays: number
  liquidity: string
  /** The plan's own words on its risk, and whether its target is out of the ordinary. */
  risk: string
  extraordinary: boolean
  /** The estimate of today; in no balance. */
  accrued: Cents
  /**
   * What would fall due at maturity if the target were met: less for parts whose notice ends
   * before.
   */
  target: Cents
  daysPassed: number
  /** How much of what remains waits for its notice to end. */
  pendingRedemption: Cents
}

type PositionRow = Omit<PositionView, 'accrued' | 'target' | 'daysPassed' | 'pendingRedemption'>

const selectPositions = (reader: Reader, memberId: string) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .leftJoin('owed_return as w', 'w.position_id', 'o.id')
    .select([
      'o.id',
      'o.member_id as memberId',
      'o.plan_version_id as planVersionId',
      'o.deposit_id as depositId',
    ])
    .select([
      'o.principal_cents as principal',
      'o.remaining_cents as remaining',
      'o.target_bps as targetBps',
    ])
    .select([
      'o.term_days as termDays',
      'o.opened_on as openedOn',
      'o.matures_on as maturesOn',
      'o.status',
    ])
    .select(['o.origin', 'o.at_maturity as atMaturity', 'o.matured_on as maturedOn'])
    .select('o.return_due as returnDue')
    .select(sql<Cents>`o.return_due - coalesce(w.cents, 0)`.as('returnPaid'))
    .select([
      'p.name as planName',
      'p.family',
      'v.sample',
      'v.notice_days as noticePeriodDays',
      'v.liquidity',
    ])
    .select(['v.risk', 'v.extraordinary'])
    .where('o.member_id', '=', memberId)

/** A member's positions, newest first, each with what it has accrued by a day. */
export async function listMemberPositions(
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<PositionView[]> {
  const rows = await selectPositions(reader, memberId)
    .orderBy('o.opened_on', 'desc')
    .orderBy('o.id', 'desc')
    .execute()
  return await loadPositionViews(reader, rows, today)
}

/** One position of a member, as `listMemberPositions` has it. Throws `not_found` for anybody else's. */
export async function getPosition(
  reader: Reader,
  memberId: string,
  id: string,
  today: Day,
): Promise<PositionView> {
  const rows = await selectPositions(reader, memberId).where('o.id', '=', id).execute()
  const [position] = await loadPositionViews(reader, rows, today)
  if (!position) throw createNotFoundError('This position')
  return position
}

async function loadPositionViews(
  reader: Reader,
  rows: PositionRow[],
  today: Day,
): Promise<PositionView[]> {
  const ids = rows.map((row) => row.id)
  const parts = await listRedeemedParts(reader, ids)
  const waiting = await listNoticesByPosition(reader, ids)

  return rows.map((row) => {
    const redeemed = parts.get(row.id) ?? []
    const { free, pendingRedemption, leaving } = splitByNotice(row, waiting.get(row.id) ?? [])

    return {
      ...row,
      pendingRedemption,
      // Once matured, what fell due is what there is: the principal it stood on is gone.
      accrued: row.maturedOn ? row.returnDue : computeAccrued(row, redeemed, today),
      target: row.maturedOn
        ? row.returnDue
        : computeTarget({ ...row, remaining: free }, [...redeemed, ...leaving]),
      daysPassed: countTermDays(row.openedOn, today, row.termDays),
    }
  })
}

type Waiting = { amount: Cents; endsOn: Day }

/**
 * What of a position nobody gave notice of, and the parts that leave on the days their notices end.
 */
function splitByNotice({ remaining }: { remaining: Cents }, waiting: readonly Waiting[]) {
  const leaving = cutToWhatIsLeft(waiting, remaining).map(({ amount, endsOn }) => ({
    amount,
    on: endsOn,
  }))
  const inNotice = leaving.reduce((sum, { amount }) => sum + amount, 0n)
  return { leaving, pendingRedemption: inNotice, free: remaining - inNotice }
}

/**
 * The parts that were withdrawn from positions and not given back, and those that were lost, by
 * position.
 */
export async function listRedeemedParts(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Map<string, RedeemedPart[]>> {
  if (positionIds.length === 0) return new Map()

  const tables = reader.withTables<PlansTables>()
  const rows = await tables
    .selectFrom('position_redemption')
    .select(['position_id', 'amount_cents as amount', 'redeemed_on as on'])
    .where('position_id', 'in', positionIds)
    .where('restored_on', 'is', null)
    .unionAll(
      tables
        .selectFrom('position_loss')
        .select(['position_id', 'amount_cents as amount', 'lost_on as on'])
        .where('position_id', 'in', positionIds),
    )
    .execute()

  return groupByPosition(rows)
}

/** The notices of positions that wait, by position, in the order in which they end. */
async function listNoticesByPosition(
  reader: Reader,
  positionIds: string[],
): Promise<Map<string, Waiting[]>> {
  if (positionIds.length === 0) return new Map()

  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('position_notice')
    .select(['position_id', 'amount_cents as amount', 'ends_on as endsOn'])
    .where('position_id', 'in', positionIds)
    .where('status', '=', 'waiting')
    .orderBy('ends_on')
    .orderBy('id')
    .execute()

  return groupByPosition(rows)
}

function groupByPosition<Part>(
  rows: readonly (Part & { position_id: string })[],
): Map<string, Part[]> {
  const parts = new Map<string, Part[]>()
  for (const { position_id, ...part } of rows)
    parts.set(position_id, [...(parts.get(position_id) ?? []), part as Part])
  return parts
}

/**
 * What taking an amount out of a position would do, before anybody has done it: at once, or where
 * the plan asks for it by notice. Throws `not_found`, and what `findRedemptionRefusal` says.
 */
export async function previewRedemption(
  reader: Reader,
  memberId: string,
  { positionId, amount }: { positionId: string; amount: Cents },
  today: Day,
): Promise<RedemptionEffect & { position: PositionView }> {
  const position = await getPosition(reader, memberId, positionId, today)
  const redeemed = (await listRedeemedParts(reader, [positionId])).get(positionId) ?? []
  const waiting = (await listNoticesByPosition(reader, [positionId])).get(positionId) ?? []
  const { free, leaving } = splitByNotice(position, waiting)
  const rest = { ...position, remaining: free }
  const refusal = findRedemptionRefusal(rest, amount, today)
  if (refusal) throw refusal

  const { noticePeriodDays } = position
  const effect = computeRedemptionEffect(rest, [...redeemed, ...leaving], {
    amount,
    on: today,
    noticePeriodDays,
  })

  return { ...effect, position }
}

export type RedemptionNoticeView = RedemptionNotice & {
  planName: string
  family: PlanVersion['family']
  /** Where it stands among those of its plan that wait; null when it waits no more. */
  place: number | null
}

/**
 * Notices with their place. One that waits shows what its position still holds of it: a loss may
 * have taken the rest.
 */
const selectRedemptionNotices = (reader: Reader) =>
  reader
    .withTables<PlansTables>()
    .with('place', (db) =>
      db
        .selectFrom('position_notice as n')
        .innerJoin('position as o', 'o.id', 'n.position_id')
        .select('n.id')
        .select(
          sql<number>`row_number() over (partition by o.plan_id order by n.ends_on,
            n.id)::integer`.as('place'),
        )
        .select(
          sql<Cents>`greatest(least(n.amount_cents, o.remaining_cents -
            coalesce(sum(n.amount_cents) over
            (partition by o.id order by n.ends_on, n.id rows between unbounded preceding and 1
            preceding), 0)), 0)::bigint`.as('amount'),
        )
        .where('n.status', '=', 'waiting'),
    )
    .selectFrom('position_notice as n')
    .innerJoin('position as o', 'o.id', 'n.position_id')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .leftJoin('place', 'place.id', 'n.id')
    .select(['n.id', 'n.position_id as positionId', 'n.member_id as memberId'])
    .select((row) => row.fn.coalesce('place.amount', 'n.amount_cents').as('amount'))
    .select(['n.given_on as requestedOn', 'n.ends_on as endsOn', 'n.status', 'place.place'])
    .select(['p.name as planName', 'p.family'])

/**
 * A member's own notices: those that wait in the order in which they end, then the others, the
 * latest first.
 */
export async function listMemberRedemptionNotices(
  reader: Reader,
  memberId: string,
): Promise<RedemptionNoticeView[]> {
  return await selectRedemptionNotices(reader)
    .where('n.member_id', '=', memberId)
    .orderBy('n.closed_at', (order) => order.desc().nullsFirst())
    .orderBy('n.ends_on')
    .orderBy('n.id')
    .execute()
}

/** Everybody's notices that wait, in the order in which they end. */
export async function listWaitingRedemptionNotices(
  reader: Reader,
): Promise<RedemptionNoticeView[]> {
  return await selectRedemptionNotices(reader)
    .where('n.status', '=', 'waiting')
    .orderBy('n.ends_on')
    .orderBy('n.id')
    .execute()
}

/** One notice of a member. Throws `not_found` for anybody else's. */
export async function getRedemptionNotice(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<RedemptionNoticeView> {
  const redemptionNotice = await selectRedemptionNotices(reader)
    .where('n.member_id', '=', memberId)
    .where('n.id', '=', id)
    .executeTakeFirst()
  if (!redemptionNotice) throw createNotFoundError('This notice')
  return redemptionNotice
}

/**
 * What of a member's principal can be cash only after notice, by plan: the longest notice first.
 */
export async function listPrincipalUnderNotice(
  reader: Reader,
  memberId: string,
): Promise<{ planName: string; noticePeriodDays: number; principal: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .select(['p.name as planName', 'v.notice_days as noticePeriodDays'])
    .select(sql<Cents>`sum(o.remaining_cents)::bigint`.as('principal'))
    .where('o.member_id', '=', memberId)
    .where('o.status', '=', 'open')
    .where('v.notice_days', '>', 0)
    .groupBy(['p.name', 'v.notice_days'])
    .orderBy('v.notice_days', 'desc')
    .orderBy('p.name')
    .execute()
}

/**
 * What each member has invested by the positions: to be held against the ledger, member by member.
 */
export async function listInvestedPrincipal(
  reader: Reader,
): Promise<{ memberId: string; principal: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['member_id as memberId', sql<Cents>`sum(remaining_cents)::bigint`.as('principal')])
    .groupBy('member_id')
    .orderBy('member_id')
    .execute()
}

/**
 * The plans that a distribution can begin or go on for: something is due, and income recorded by
 * the day isn't used up.
 */
export async function listPayablePlans(reader: Reader, day: Day): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from plan p
    where exists (select from distribution where plan_id = p.id and ended_at is null)
      or (exists (select from owed_return where plan_id = p.id)
        and exists (select from plan_income where plan_id = p.id and used_cents < cents and
        recorded_on <= ${day}::date))
    order by id`.execute(reader)

  return rows.map(({ id }) => id)
}

export type FundedReturn = {
  distributionId: string
  paidOn: Day
  cents: Cents
  /** The incomes it was paid out of, each with its share, oldest first. */
  incomes: {
    incomeId: string
    cents: Cents
    source: string
    periodFrom: Day
    periodTo: Day
    evidenceKey: string
    evidenceType: string
    evidenceSha256: string
  }[]
}

/**
 * What was paid of a position's return, oldest first, and out of which income each payment came:
 * shares add up to the cent.
 */
export async function listFundedReturns(
  reader: Reader,
  positionId: string,
): Promise<FundedReturn[]> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('payout as p')
    .innerJoin('distribution as d', 'd.id', 'p.distribution_id')
    .innerJoin('distribution_income as f', 'f.distribution_id', 'd.id')
    .innerJoin('plan_income as i', 'i.id', 'f.income_id')
    .select(['d.id as distributionId', 'd.on_day as paidOn', 'p.cents as paid'])
    .select(['i.id as incomeId', 'f.cents', 'i.source', 'i.period_from as periodFrom'])
    .select([
      'i.period_to as periodTo',
      'i.evidence_key as evidenceKey',
      'i.evidence_type as evidenceType',
    ])
    .select('i.evidence_sha256 as evidenceSha256')
    .where('p.position_id', '=', positionId)
    .orderBy('d.on_day')
    .orderBy('d.begun_at')
    .orderBy('d.id')
    .orderBy('i.recorded_at')
    .orderBy('i.id')
    .execute()

  return [...Map.groupBy(rows, (row) => row.distributionId)].map(([distributionId, parts]) => {
    const { paid: cents = 0n, paidOn = '' } = parts[0] ?? {}
    const incomes = splitProRata(cents, parts).map(
      ({ distributionId: _, paidOn: __, paid: ___, ...income }) => income,
    )
    return { distributionId, paidOn, cents, incomes }
  })
}

/** What a plan is called. Throws `not_found` for what is no plan. */
export async function getPlanName(reader: Reader, planId: string): Promise<string> {
  const tables = reader.withTables<PlansTables>()
  const plan = await tables
    .selectFrom('plan')
    .select('name')
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw createNotFoundError('This plan')

  return plan.name
}

export type IncomeLine = Period & {
  id: string
  cents: Cents
  source: string
  receipt: string
  approval: string
  recordedOn: Day
  recordedAt: Date
  evidenceSha256: string
  /** How much of it has gone into distributions, and how much has not yet. */
  used: Cents
  unused: Cents
}

/** What a plan earned, newest first. */
export async function listPlanIncome(reader: Reader, planId: string): Promise<IncomeLine[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('plan_income')
    .select(['id', 'cents', 'period_from as periodFrom', 'period_to as periodTo', 'source'])
    .select(['receipt_id as receipt', 'approval_id as approval', 'recorded_on as recordedOn'])
    .select([
      'recorded_at as recordedAt',
      'evidence_sha256 as evidenceSha256',
      'used_cents as used',
    ])
    .select(sql<Cents>`cents - used_cents`.as('unused'))
    .where('plan_id', '=', planId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id')
    .execute()
}

export type LossLine = Period & {
  id: string
  cents: Cents
  cause: string
  approval: string
  recordedOn: Day
  recordedAt: Date
  evidenceSha256: string
  /** How many positions bore it. */
  positions: number
}

/** What a plan lost, newest first. */
export async function listPlanLosses(reader: Reader, planId: string): Promise<LossLine[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('plan_loss as l')
    .select([
      'l.id',
      'l.cents',
      'l.period_from as periodFrom',
      'l.period_to as periodTo',
      'l.cause',
    ])
    .select([
      'l.approval_id as approval',
      'l.recorded_on as recordedOn',
      'l.recorded_at as recordedAt',
    ])
    .select('l.evidence_sha256 as evidenceSha256')
    .select(
      sql<number>`(select count(*)::int from position_loss p where p.loss_id = l.id)`.as(
        'positions',
      ),
    )
    .where('l.plan_id', '=', planId)
    .orderBy('l.recorded_at', 'desc')
    .orderBy('l.id')
    .execute()
}

export type DistributionLine = {
  id: string
  onDay: Day
  funded: Cents
  due: Cents
  paid: Cents
  begunAt: Date
  endedAt: Date | null
}

/** The sharings out of a plan's income among what was due, newest first. */
export async function listPlanDistributions(
  reader: Reader,
  planId: string,
): Promise<DistributionLine[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('distribution')
    .select([
      'id',
      'on_day as onDay',
      'funded_cents as funded',
      'due_cents as due',
      'done_paid as paid',
    ])
    .select(['begun_at as begunAt', 'ended_at as endedAt'])
    .where('plan_id', '=', planId)
    .orderBy('begun_at', 'desc')
    .orderBy('id')
    .execute()
}

/** What a plan earned and lost in the periods that ended in one month, `2026-11`. */
export type MonthOfPlan = { month: string; income: Cents; loss: Cents }

export type PlanFigures = {
  planId: string
  name: string
  family: PlanVersion['family']
  /** What its open positions hold. */
  invested: Cents
  /**
   * Income recorded; how much of it has gone into distributions, and how much is still there for
   * what is due.
   */
  recorded: Cents
  used: Cents
  unused: Cents
  lost: Cents
  /** Returns that were paid out of income, and those that fell due and wait for more of it. */
  paid: Cents
  owed: Cents
  months: MonthOfPlan[]
}

/** What each plan earned, lost, paid and owes, by name: all of them, or one. */
export async function planFigures(
  reader: Reader,
  planId: string | null = null,
): Promise<PlanFigures[]> {
  const { rows } = await sql<Omit<PlanFigures, 'unused' | 'months'>>`
    select p.id as "planId", p.name, p.family,
      coalesce((select sum(remaining_cents) from position where plan_id = p.id and status =
      'open'), 0)::bigint as invested,
      coalesce((select sum(cents) from plan_income where plan_id = p.id), 0)::bigint as recorded,
      coalesce((select sum(used_cents) from plan_income where plan_id = p.id), 0)::bigint as used,
      coalesce((select sum(cents) from plan_loss where plan_id = p.id), 0)::bigint as lost,
      coalesce((select sum(done_paid) from distribution where plan_id = p.id), 0)::bigint as paid,
      coalesce((select sum(cents) from owed_return where plan_id = p.id), 0)::bigint as owed
    from plan p where ${planId}::text is null or p.id = ${planId} order by p.family,
    p.name`.execute(reader)

  const months = await listPlanMonths(reader, planId)

  return rows.map((row) => ({
    ...row,
    unused: row.recorded - row.used,
    months: months
      .filter((month) => month.planId === row.planId)
      .map(({ planId: _, ...month }) => month),
  }))
}

/**
 * The month that ended worst, income less losses, by plan: of all or of one. A plan without a
 * recorded month isn't in it.
 */
export async function listWorstMonths(
  reader: Reader,
  only: string | null = null,
): Promise<ReadonlyMap<string, MonthOfPlan>> {
  const worst = new Map<string, MonthOfPlan>()
  for (const { planId, ...month } of await listPlanMonths(reader, only)) {
    const known = worst.get(planId)
    if (!known || month.income - month.loss < known.income - known.loss) worst.set(planId, month)
  }
  return worst
}

/** By the month in which a period ended, oldest first. */
async function listPlanMonths(reader: Reader, planId: string | null) {
  const { rows } = await sql<MonthOfPlan & { planId: string }>`
    select plan_id as "planId", to_char(period_to, 'YYYY-MM') as month, sum(income)::bigint as
    income, sum(loss)::bigint as loss
    from (select plan_id, period_to, cents as income, 0 as loss from plan_income
      union all select plan_id, period_to, 0, cents from plan_loss) result
    where ${planId}::text is null or plan_id = ${planId} group by 1, 2 order by 1, 2`.execute(
    reader,
  )

  return rows
}

/**
 * The file that shows an income (`inc_…`) or a loss (`los_…`), recorded or only proposed (`prp_…`);
 * null when nothing does.
 */
export async function findEvidence(reader: Reader, id: string): Promise<Evidence | null> {
  if (id.startsWith('prp_')) return findProposalEvidence(await getProposal(reader, id))

  const tables = reader.withTables<PlansTables>()
  const table = id.startsWith('inc_') ? 'plan_income' : 'plan_loss'
  const found = await tables
    .selectFrom(table)
    .select(['evidence_key as evidenceKey', 'evidence_type as evidenceType'])
    .select('evidence_sha256 as evidenceSha256')
    .where('id', '=', id)
    .executeTakeFirst()

  return found ?? null
}

function findProposalEvidence({ permission, content }: Proposal): Evidence | null {
  if (permission === 'income.record') return parseIncome(content)
  return permission === 'loss.record' ? parseLoss(content) : null
}

export type Funding = {
  positionId: string
  distributionId: string
  onDay: Day
  cents: Cents
  /** The recorded income that the distribution shared out, oldest first. */
  incomes: { id: string; source: string; from: Day; to: Day }[]
}

/**
 * What positions were paid, each payment with the income that funded it: payout, distribution,
 * income. Oldest first.
 */
export async function listFunding(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Funding[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('payout as y')
    .innerJoin('distribution as d', 'd.id', 'y.distribution_id')
    .innerJoin('distribution_income as s', 's.distribution_id', 'd.id')
    .innerJoin('plan_income as i', 'i.id', 's.income_id')
    .select([
      'y.position_id as positionId',
      'd.id as distributionId',
      'd.on_day as onDay',
      'y.cents',
    ])
    .select(
      sql<
        Funding['incomes']
      >`json_agg(json_build_object('id', i.id, 'source', i.source, 'from', i.period_from,
        'to', i.period_to) order by i.recorded_at, i.id)`.as('incomes'),
    )
    .where(sql<boolean>`y.position_id = any(${[...positionIds]}::text[])`)
    .groupBy(['y.position_id', 'd.id', 'd.on_day', 'y.cents', 'd.begun_at'])
    .orderBy('d.begun_at')
    .orderBy('y.position_id')
    .execute()
}

export type LossFact = { id: string; plan: string; cause: string; from: Day; to: Day }

/** What happened in these losses, by id; who isn't known isn't in it. */
export async function listLossFacts(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LossFact>> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_loss as l')
    .innerJoin('plan as p', 'p.id', 'l.plan_id')
    .select(['l.id', 'p.name as plan', 'l.cause', 'l.period_from as from', 'l.period_to as to'])
    .where(sql<boolean>`l.id = any(${[...ids]}::text[])`)
    .execute()

  return new Map(rows.map((row) => [row.id, row]))
}

/** What these plans are called, by id. */
async function listPlanLabels(
  reader: Reader,
  ids: readonly string[],
  called: (plan: { name: string; family: PlanFamily }) => string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select(['id', 'name', 'family'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()

  return new Map(rows.map(({ id, ...plan }) => [id, called(plan)]))
}

/** The names of plans, by id. */
export const listPlanNames = (reader: Reader, ids: readonly string[]) =>
  listPlanLabels(reader, ids, ({ name }) => name)

/** Names of plans with their family, where two of the same name have to be told apart. */
export const listPlanTitles = (reader: Reader, ids: readonly string[]) =>
  listPlanLabels(reader, ids, ({ name, family }) => `${name}, ${getFamilyName(family)}`)

/** The last day that is settled, or is being settled; null before the first. */
export async function findSettledDay(reader: Reader): Promise<Day | null> {
  const tables = reader.withTables<PlansTables>()
  const last = await tables
    .selectFrom('settled_day')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

  return last?.day ?? null
}

/** What the open positions of a plan hold, by id: what a loss would be shared by now. */
export async function listOpenPrincipal(
  reader: Reader,
  planId: string,
): Promise<{ id: string; memberId: string; remaining: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['id', 'member_id as memberId', 'remaining_cents as remaining'])
    .where('plan_id', '=', planId)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
}

/**
 * Of some keys of uploaded files those that an income or a loss names, recorded or ever proposed.
 */
export async function listReferencedEvidence(reader: Reader, keys: string[]): Promise<string[]> {
  const tables = reader.withTables<PlansTables>()
  const listEvidenceKeys = (table: 'plan_income' | 'plan_loss') =>
    tables
      .selectFrom(table)
      .select('evidence_key as key')
      .where('evidence_key', 'in', keys)
      .execute()

  const recorded = [
    ...(await listEvidenceKeys('plan_income')),
    ...(await listEvidenceKeys('plan_loss')),
  ].map(({ key }) => key)
  return [...recorded, ...(await listProposedValues(reader, 'evidenceKey', keys))]
}
