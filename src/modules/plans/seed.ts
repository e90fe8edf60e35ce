import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { type ProposePlan, proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import { type PlanFamily, type PlanVersion, SAMPLE_LABEL } from './model.ts'
import { listPublishedPlans } from './queries.ts'

const TEXTS: Record<PlanFamily, Pick<ProposePlan, 'basis' | 'risk'>> = {
  crypto: {
    basis: `Sample text: what trading in coin is meant to earn. Nothing stands behind these figures: they are ${SAMPLE_LABEL}.`,
    risk: 'Very high. Prices of coin can halve within days. You could lose all the money you invest, and the target may not be reached at all.',
  },
  real_estate: {
    basis: `Sample text: rent and sales of property. Nothing stands behind these figures: they are ${SAMPLE_LABEL}.`,
    risk: 'High. Property can stand empty, lose value or not be sold in time. You could lose all the money you invest, and the target may not be reached at all.',
  },
}

const LIQUIDITY =
  'Principal can be withdrawn at any time; the part withdrawn stops accruing that day. Returns are paid after the term, and only out of income recorded for this plan.'
const FEES =
  'No fee on deposits and none on the plan. A withdrawal costs the fee of its payment method, shown before you ask.'

type Line = [PlanFamily, string, bigint, bigint, number, number]

/** PRODUCT, 'Sample plans': family, name, least and greatest amount in dollars, target in basis points, term in days. */
const LINES: Line[] = [
  ['crypto', 'BASIC', 1_000n, 10_000n, 5_000, 30],
  ['crypto', 'SILVER', 5_000n, 49_999n, 30_000, 90],
  ['crypto', 'GOLD', 50_000n, 99_999n, 40_000, 120],
  ['crypto', 'PLATINUM', 100_000n, 10_000_000n, 15_000, 60],
  ['real_estate', 'BASIC', 1_000n, 9_999n, 5_000, 180],
  ['real_estate', 'PLATINUM', 10_000n, 49_999n, 15_000, 365],
  ['real_estate', 'SILVER', 50_000n, 99_999n, 30_000, 545],
  ['real_estate', 'GOLD', 100_000n, 5_000_000n, 40_000, 730],
]

/** Those of the eight sample plans that aren't on offer yet: one admin proposes, the other publishes. For the sandbox alone. */
export async function seedPlans(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  proposer: Admin,
  publisher: Admin,
): Promise<PlanVersion[]> {
  const offered = await listPublishedPlans(app.db, app.clock.today())
  const missing = LINES.filter(
    ([family, name]) => !offered.some((plan) => plan.family === family && plan.name === name),
  )
  const published: PlanVersion[] = []
  for (const line of missing) {
    const { versionId } = await proposePlan(app, proposer, inputOf(line, app.clock.today()))
    published.push(await publishPlan(app, publisher, { versionId }))
  }
  return published
}

const inputOf = ([family, name, least, most, targetBps, termDays]: Line, today: string): ProposePlan => ({
  family,
  name,
  minAmount: least * 100n,
  maxAmount: most * 100n,
  targetBps,
  termDays,
  liquidity: LIQUIDITY,
  fees: FEES,
  ...TEXTS[family],
  sample: true,
  effectiveFrom: today,
})
