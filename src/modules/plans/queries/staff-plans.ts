import type { Day } from '#lib/dates.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { isExtraordinary, type PlanVersion } from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { listPublishedPlans, selectVersions } from './offers.ts'

type ProposedVersion = PlanVersion & { proposedBy: string; proposedAt: Date }

export type VersionForStaff = ProposedVersion & {
  publishedBy: string | null
  publishedAt: Date | null
  /** True if it is offered to members today. */
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

/**
 * Lists every plan with all its versions, including drafts and closed plans, by family and name.
 */
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
 * Lists the drafts that need an admin other than their proposer: of each open plan the
 * newest version, while it is unpublished and its target is above the warning limit, as of its
 * proposal or of today.
 */
export async function listWaitingVersions(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
): Promise<{ id: string; proposedBy: string }[]> {
  const { targetWarningBps } = await getSetting(reader, config, 'plans')
  const newest = await reader
    .withTables<PlansTables>()
    .selectFrom('plan_version as v')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .distinctOn('v.plan_id')
    .select([
      'v.id',
      'v.proposed_by',
      'v.target_bps',
      'v.term_days',
      'v.extraordinary',
      'v.published_at',
    ])
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
    .map(({ id, proposed_by: proposedBy }) => ({ id, proposedBy }))
}
