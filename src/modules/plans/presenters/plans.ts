import type { Day } from '#lib/dates.ts'
import { parseAmount } from '#lib/money.ts'
import { parsePercentage } from '#lib/percentages.ts'
import { checkOperation, loadEligibility } from '#modules/eligibility/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { describePlan, type PlanOfferInput, type PlanVersion } from '../model.ts'
import {
  listPlansForStaff,
  listPublishedPlans,
  listWaitingVersions,
  listWorstMonths,
} from '../queries.ts'

/** Returns the plans on offer today, each with its worst month. */
export async function buildOfferedPlans(app: App, memberId: string | null) {
  const { db, clock } = app
  const offered = await listPublishedPlans(db, clock.today())
  const plans = memberId === null ? offered : await selectVisiblePlans(app, memberId, offered)
  const worstMonths = await listWorstMonths(db)

  return plans.map((plan) => ({
    ...describePlan(plan),
    worstMonth: worstMonths.get(plan.planId) ?? null,
  }))
}

/** Returns the plans that a member may see under the rules of their country. */
async function selectVisiblePlans(app: App, memberId: string, offered: PlanVersion[]) {
  const eligibility = await loadEligibility(app.db, app, memberId)
  return offered.filter(
    ({ family }) => checkOperation(eligibility, app, 'see_plans', { planFamily: family }).allowed,
  )
}

/** Returns every plan with its versions; staff by name, or by id once they have left. */
export async function buildStaffPlans({ db, clock, config }: App, admin: Admin) {
  const drafts = await listWaitingVersions(db, config)
  const waiting = new Set(drafts.map(({ id }) => id))
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  const findStaffName = (id: string | null) => (id === null ? null : (names.get(id) ?? id))

  return (await listPlansForStaff(db, clock.today())).map((plan) => ({
    ...plan,
    _id: plan.id,
    closedBy: findStaffName(plan.closedBy),
    versions: plan.versions.map((version) => ({
      ...version,
      ...describePlan(version),
      proposedBy: names.get(version.proposedBy) ?? version.proposedBy,
      publishedBy: findStaffName(version.publishedBy),
      waits: waiting.has(version.id),
      mine: version.proposedBy === admin.id,
    })),
  }))
}

type PlanOfferRequest = Omit<
  PlanOfferInput,
  'minAmount' | 'maxAmount' | 'targetBps' | 'effectiveFrom'
> & {
  minAmount?: string | undefined
  maxAmount?: string | undefined
  percentage?: string | undefined
  effectiveFrom?: Day | undefined
}

/**
 * Returns an offer as the command takes it; the command rejects an amount or target that is none.
 */
export function toPlanOfferInput(request: PlanOfferRequest, today: Day): PlanOfferInput {
  const { minAmount = '', maxAmount = '', percentage = '', effectiveFrom, ...offer } = request

  return {
    ...offer,
    minAmount: parseAmount(minAmount, 'USD'),
    maxAmount: parseAmount(maxAmount, 'USD'),
    targetBps: parsePercentage(percentage) ?? -1,
    effectiveFrom: effectiveFrom ?? today,
  }
}

type ProposedVersion = { versionId: string; planId: string; number: number; extraordinary: boolean }

export const toProposedVersionResponse = ({ versionId, planId, ...version }: ProposedVersion) => ({
  ...version,
  _id: versionId,
  plan: planId,
})
