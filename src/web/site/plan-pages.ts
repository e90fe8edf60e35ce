import { formatPercentage } from '#lib/percentages.ts'
import { formatPlanName, type PlanVersion } from '#modules/plans/model.ts'
import type { SitePage } from './site-page.ts'

type Named = Pick<PlanVersion, 'planId' | 'family' | 'name'>

const toSlug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const buildSlug = ({ family, name }: Named) => toSlug(`${family} ${name}`)

/**
 * Returns the address of a plan's page: by family and name, such as `/plans/crypto-basic`, or by id
 * where the name has no such letters or another plan on offer has the same.
 */
export function getPlanPath(plan: Named, plans: readonly Named[]): string {
  const slug = buildSlug(plan)
  const isUnique = plans.every((other) => other.planId === plan.planId || buildSlug(other) !== slug)

  return `/plans/${toSlug(plan.name) && isUnique ? slug : plan.planId}`
}

/** Returns the plan whose page is at this address; undefined for none on offer. */
export const findPlanByPath = <Plan extends Named>(
  pathname: string,
  plans: readonly Plan[],
): Plan | undefined =>
  plans.find((plan) => getPlanPath(plan, plans) === pathname.replace(/(\.data|\/)$/, ''))

/** Returns the deposit form with the plan chosen; a visitor logs in first and comes back to it. */
export const getInvestPath = ({ id, family }: PlanVersion): string =>
  `/dashboard/${family === 'crypto' ? 'crypto' : 'real-estate'}?plan=${id}`

/** Returns a plan's page as search engines and link previews describe it. */
export const describePlanPage = (plan: PlanVersion, path: string): SitePage => ({
  path,
  title: `${formatPlanName(plan)} plan`,
  description:
    `The ${formatPlanName(plan)} plan: terms, risks, fees and recorded monthly results. Its ` +
    `target of ${formatPercentage(plan.targetBps)} over ${plan.termDays} days is not guaranteed, ` +
    'and you can lose money.',
  picture: 'plans',
})
