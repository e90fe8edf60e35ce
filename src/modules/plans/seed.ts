import sharp from 'sharp'
import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { giveRedemptionNotice } from './commands/give-redemption-notice.ts'
import { notifyPaidMembers } from './commands/notify-paid-members.ts'
import { proposeIncome } from './commands/propose-income.ts'
import { proposeLoss } from './commands/propose-loss.ts'
import { proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import { settleDays } from './commands/settle-days.ts'
import type { PlanOfferInput } from './model.ts'
import { type PlanFamily, type PlanVersion, SAMPLE_LABEL, type WhilePlaced } from './model.ts'
import {
  findSettledDay,
  listMemberPositions,
  listMemberRedemptionNotices,
  listPublishedPlans,
} from './queries.ts'

const TEXTS: Record<PlanFamily, Pick<PlanOfferInput, 'basis' | 'risk'>> = {
  crypto: {
    basis:
      'Sample text: gains from trading crypto. These figures are not based on real results. ' +
      `They are ${SAMPLE_LABEL}.`,
    risk:
      'Very high. Crypto prices can halve within days. You could lose all the money you ' +
      'invest, and the target may not be reached at all.',
  },
  real_estate: {
    basis:
      'Sample text: rent and sales of property. These figures are not based on real results. ' +
      `They are ${SAMPLE_LABEL}.`,
    risk:
      'High. Property can be vacant, lose value or take longer than planned to sell. You could ' +
      'lose all the money you invest, and the target may not be reached at all.',
  },
}

const LIQUIDITY =
  'You can withdraw principal at any time; any amount you withdraw stops accruing that day. ' +
  'Returns are paid after the term, only from income recorded for this plan.'
const LIQUIDITY_BY_NOTICE =
  'You can withdraw principal 14 days after giving notice; it continues to accrue until then. ' +
  'Returns are paid after the term, only from income recorded for this plan.'
const FEES =
  'No deposit or plan fees. Withdrawals carry the fee of the payment method, shown before you ' +
  'confirm.'

type Line = [PlanFamily, string, bigint, bigint, number, number, number?]

/**
 * PRODUCT, 'Sample plans': family, name, minimum and maximum in dollars, target in basis points,
 * term and notice period in days.
 */
const LINES: Line[] = [
  ['crypto', 'BASIC', 1_000n, 10_000n, 5_000, 30],
  ['crypto', 'SILVER', 5_000n, 49_999n, 30_000, 90],
  ['crypto', 'GOLD', 50_000n, 99_999n, 40_000, 120],
  ['crypto', 'PLATINUM', 100_000n, 10_000_000n, 15_000, 60],
  ['real_estate', 'BASIC', 1_000n, 9_999n, 5_000, 180, 14],
  ['real_estate', 'PLATINUM', 10_000n, 49_999n, 15_000, 365],
  ['real_estate', 'SILVER', 50_000n, 99_999n, 30_000, 545],
  ['real_estate', 'GOLD', 100_000n, 5_000_000n, 40_000, 730],
]

/**
 * Publishes those of the eight sample plans that are not on offer yet; one admin proposes, another
 * publishes. Sandbox only.
 */
export async function seedPlans(
  app: Pick<App, 'db' | 'clock' | 'config' | 'events'>,
  proposer: Admin,
  publisher: Admin,
): Promise<PlanVersion[]> {
  const offered = await listPublishedPlans(app.db, app.clock.today())
  const missing = LINES.filter(
    ([family, name]) => !offered.some((plan) => plan.family === family && plan.name === name),
  )
  const published: PlanVersion[] = []

  for (const line of missing) {
    const { versionId } = await proposePlan(app, proposer, toPlanInput(line, app.clock.today()))
    published.push(await publishPlan(app, publisher, { versionId }))
  }

  return published
}

function toPlanInput(
  [family, name, minDollars, maxDollars, targetBps, termDays, noticePeriodDays = 0]: Line,
  today: string,
): PlanOfferInput {
  return {
    family,
    name,
    minAmount: minDollars * 100n,
    maxAmount: maxDollars * 100n,
    targetBps,
    termDays,
    noticePeriodDays,
    liquidity: noticePeriodDays > 0 ? LIQUIDITY_BY_NOTICE : LIQUIDITY,
    fees: FEES,
    ...TEXTS[family],
    sample: true,
    effectiveFrom: today,
  }
}

export type SamplePlan = { family: PlanFamily; plan: string }
export type SampleIncome = SamplePlan & {
  amount: string
  from: Day
  to: Day
  source: string
  whilePlaced?: WhilePlaced
}
export type SampleLoss = SamplePlan & { amount: string; from: Day; to: Day; cause: string }
export type SampleRedemptionNotice = SamplePlan & { at: string; cents: Cents }

/** Returns the version of a sample plan that is on offer. */
export async function getSamplePlan(app: App, { family, plan }: SamplePlan): Promise<PlanVersion> {
  const offered = await listPublishedPlans(app.db, app.clock.today())
  const found = offered.find((one) => one.family === family && one.name === plan)
  invariant(found, `the sandbox offers ${family} ${plan}`)
  return found
}

/** Proposes a sample income in dollars by bank, with its evidence. */
export async function proposeSampleIncome(
  app: App,
  admin: Admin,
  sample: SampleIncome,
): Promise<Proposal> {
  const { planId } = await getSamplePlan(app, sample)
  const { amount, source, from: periodFrom, to: periodTo, whilePlaced } = sample
  const evidence = await renderSampleEvidence(sample, 'Sample statement of income')

  return await proposeIncome(app, admin, {
    planId,
    currency: 'USD',
    amount,
    source,
    periodFrom,
    periodTo,
    evidence,
    ...(whilePlaced && { whilePlaced }),
  })
}

/** Proposes a sample loss of assets outside, with its evidence. */
export async function proposeSampleLoss(
  app: App,
  admin: Admin,
  sample: SampleLoss,
): Promise<Proposal> {
  const { planId } = await getSamplePlan(app, sample)
  const { amount, cause, from: periodFrom, to: periodTo } = sample
  const evidence = await renderSampleEvidence(sample, 'Sample report of a loss')

  return await proposeLoss(app, admin, {
    planId,
    from: 'assets',
    amount,
    cause,
    periodFrom,
    periodTo,
    evidence,
  })
}

/** Gives notice of a part of the member's position in a plan, unless they did on that day. */
export async function seedRedemptionNotice(
  app: App,
  member: Member,
  { cents, ...sample }: SampleRedemptionNotice,
): Promise<void> {
  const today = app.clock.today()
  const { id: versionId } = await getSamplePlan(app, sample)

  if (
    (await listMemberRedemptionNotices(app.db, member.id)).some(
      ({ requestedOn }) => requestedOn === today,
    )
  )
    return

  const positions = await listMemberPositions(app.db, member.id, today)
  const position = positions.find(({ planVersionId }) => planVersionId === versionId)
  invariant(position, 'the member is invested in the plan')
  await giveRedemptionNotice(app, member, { positionId: position.id, amount: cents })
}

/**
 * Settles the days of the sample history up to this one, unless done, and notifies paid members.
 */
export async function seedDays(app: App): Promise<void> {
  const settled = await findSettledDay(app.db)
  if (settled === null || settled < app.clock.today()) await settleDays(app)
  await notifyPaidMembers(app)
}

/** Renders a picture that is plainly labelled as sample evidence. */
const renderSampleEvidence = (
  { amount, from, to }: { amount: string; from: Day; to: Day },
  title: string,
) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="420" height="560">
  <rect width="420" height="560" fill="#ffffff"/>
  <rect x="36" y="44" width="348" height="4" fill="#14211b"/>
  <text x="36" y="96" font-family="serif" font-size="24" fill="#14211b">${title}</text>
  <text x="36" y="140" font-family="sans-serif" font-size="15" fill="#55625b">\
${from} to ${to}</text>
  <text x="36" y="200" font-family="sans-serif" font-size="30" fill="#14211b">USD ${amount}</text>
  <rect x="36" y="220" width="348" height="1" fill="#9fb3a8"/>
  <text x="36" y="256" font-family="sans-serif" font-size="14" fill="#55625b">\
Sandbox: all money here is simulated.</text>
</svg>`),
  )
    .png()
    .toBuffer()
