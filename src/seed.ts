import { addDays } from '#lib/dates.ts'
import { seedAddressSources } from '#modules/administration/seed.ts'
import { payRewards } from '#modules/affiliates/commands/pay-rewards.ts'
import { seedIncentives, seedRunningCampaign } from '#modules/affiliates/seed.ts'
import type { Permission, Proposal } from '#modules/approvals/model.ts'
import { seedAdjustment, seedAgreed } from '#modules/backoffice/seed.ts'
import { listDeposits } from '#modules/deposits/queries.ts'
import { seedDeposit } from '#modules/deposits/seed.ts'
import { proposeSampleRules } from '#modules/eligibility/seed.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createAppAtInstant, isEmptyOrSample, seedPeople } from '#modules/identity/seed.ts'
import {
  getSamplePlan,
  proposeSampleIncome,
  proposeSampleLoss,
  seedDays,
  seedPlans,
  seedRedemptionNotice,
} from '#modules/plans/seed.ts'
import { getConfiguredBitcoinNetwork } from '#modules/settings/model.ts'
import { proposeSampleMovement } from '#modules/treasury/seed.ts'
import { seedVerification } from '#modules/verification/seed.ts'
import { seedWallets, seedWithdrawal } from '#modules/withdrawals/seed.ts'
import type { App } from '#platform/app.ts'
import type { Config } from '#platform/config.ts'
import { openApp } from './app.ts'
import {
  type AgreementDates,
  BITCOIN,
  ETHEREUM,
  LAST,
  SAMPLE_HISTORY,
  type Step,
  VERIFIED,
  WAITING,
  type Who,
} from './sample-history.ts'

const PLANS_SINCE = '2026-01-05T09:00:00Z'
const ADDRESSES_SINCE = '2026-01-05T08:45:00Z'
/** The sample rules of one country, so that the sandbox shows a gate. */
const RULES = {
  key: 'united-kingdom',
  proposed: '2026-01-06T09:00:00Z',
  decided: '2026-01-06T10:00:00Z',
}
const INCENTIVES_SINCE = '2026-02-10T09:00:00Z'

/**
 * Fills the sandbox with sample plans and people, whose history is made by commands at the dates of
 * the sample history. Runs in an empty sandbox database, and in one that it began to fill: it
 * leaves existing data unchanged, so it can run at every start. Returns lines
 * to print.
 */
export async function seed(config: Config): Promise<string[]> {
  if (config.MODE !== 'sandbox') return []

  const { app, close } = await openApp({ ...omitMailServer(config), LOG_LEVEL: 'warn' })
  try {
    return await seedSandbox(app)
  } finally {
    await close()
  }
}

/** Leaves the mails to the sample people in the sandbox's mailbox; their addresses don't exist. */
const omitMailServer = ({ SMTP_URL: _, ...config }: Config): Config => config

type People = { ruth: Admin; ines: Admin } & Record<Who | 'tomas', Member>

/** Seeds an open app: people, plans and the sample history. */
export async function seedSandbox(app: App): Promise<string[]> {
  if (!(await isEmptyOrSample(app.db)))
    return ['The sandbox has people of its own: no sample people were added.']

  const people = await seedPeople(app)
  await seedAddressSources(createAppAtInstant(app, ADDRESSES_SINCE), people.ruth)
  await seedRules(app, people)
  const plans = await seedPlans(createAppAtInstant(app, PLANS_SINCE), people.ruth, people.ines)

  if (await hasSampleHistory(app, people)) return []

  await seedIncentives(createAppAtInstant(app, INCENTIVES_SINCE), people.ruth)
  await seedHistory(app, people)

  return [
    `Seeded the sample people, ${plans.length} sample plans and ${SAMPLE_HISTORY.length + 3} ` +
      'steps of a history',
  ]
}

/**
 * Puts the sample rules of the United Kingdom into force: an owner proposes, another admin agrees.
 */
const seedRules = (app: App, { ruth, ines }: Pick<People, 'ruth' | 'ines'>) =>
  seedAgreed((instant) => createAppAtInstant(app, instant), {
    permission: 'rules.publish',
    proposed: RULES.proposed,
    decided: RULES.decided,
    by: ines,
    propose: (then) => proposeSampleRules(then, ruth, RULES.key),
  })

/** Checks for the last deposit of the sample history, which proves that all earlier steps ran. */
async function hasSampleHistory(app: App, { maya }: People): Promise<boolean> {
  const deposits = await listDeposits(app.db, app.clock.now(), { memberId: maya.id })
  const last = new Date(LAST.quoted).getTime()
  return deposits.some(
    ({ createdAt, status }) => createdAt.getTime() === last && status !== 'awaiting_payment',
  )
}

async function seedHistory(app: App, people: People) {
  const createSeedApp = (instant: string) => createAppAtInstant(app, instant)
  const { maya, amara, ines, ruth } = people
  await seedWallets(createSeedApp('2026-02-20T19:00:00Z'), maya, {
    ...(getConfiguredBitcoinNetwork(app.config) === null && { bitcoin: BITCOIN }),
    usdt: ETHEREUM,
  })
  for (const step of SAMPLE_HISTORY) await seedStep(createSeedApp, people, step)
  await proposeSampleIncome(app, ines, WAITING.income)
  await seedAdjustment(app, ines, amara, WAITING.adjustment)
  await seedVerifications(createSeedApp, people, app.clock.today())
  const yesterday = addDays(app.clock.today(), -1)
  await seedRunningCampaign(createSeedApp(`${yesterday}T12:00:00Z`), ines)
  await seedDeposit(createSeedApp, maya, { first: ines, second: ruth }, LAST)
}

type SeedAppFactory = (instant: string) => App

/** Maya's identity is verified up to the level full; Tomas' waits for a reviewer. */
async function seedVerifications(then: SeedAppFactory, people: People, today: string) {
  const { maya, tomas, ines } = people
  const { at, recheckOn, details } = VERIFIED
  for (const level of ['basic', 'full'] as const)
    await seedVerification(then(at), {
      member: maya,
      level,
      details: details.maya,
      passed: { by: ines, recheckOn },
    })

  await seedVerification(then(`${today}T06:30:00Z`), {
    member: tomas,
    level: 'basic',
    details: details.tomas,
  })
}

async function seedStep(then: SeedAppFactory, people: People, step: Step) {
  const { ines, ruth } = people
  if ('deposit' in step) {
    const admins = { first: ines, second: ruth }
    await seedDeposit(then, people[step.by ?? 'maya'], admins, step.deposit)
  } else if ('withdrawal' in step)
    await seedWithdrawal(then, people[step.by ?? 'maya'], ines, step.withdrawal)
  else if ('redemptionNotice' in step)
    await seedRedemptionNotice(then(step.redemptionNotice.at), people.maya, step.redemptionNotice)
  else if ('adjustment' in step)
    await seedAdjustment(then(step.adjustment.at), ines, people[step.of], step.adjustment)
  else if ('settle' in step) await seedDays(then(step.settle))
  else if ('rewards' in step) await payRewards(then(step.rewards))
  else await seedAgreedStep(then, people, step)
}

type AgreedStep = Extract<
  Step,
  { money: unknown } | { assets: unknown } | { income: unknown } | { loss: unknown }
>

/** Carries out a step that Ines proposed and Ruth approved. */
async function seedAgreedStep(then: SeedAppFactory, { ruth: by, ines }: People, step: AgreedStep) {
  const proposeAndDecide = (
    permission: Permission,
    { proposed, decided }: AgreementDates,
    propose: (app: App) => Promise<Proposal>,
  ) => seedAgreed(then, { permission, proposed, decided, by, propose })

  if ('income' in step)
    return await proposeAndDecide('income.record', step.income, (app) =>
      proposeSampleIncome(app, ines, step.income),
    )

  if ('loss' in step)
    return await proposeAndDecide('loss.record', step.loss, (app) =>
      proposeSampleLoss(app, ines, step.loss),
    )

  if ('money' in step) {
    const permission = step.money.kind === 'capital' ? 'capital.record' : 'promotion.fund'
    return await proposeAndDecide(permission, step.money, (app) =>
      proposeSampleMovement(app, ines, step.money),
    )
  }

  await proposeAndDecide('assets.record', step.assets, async (app) => {
    const { planId } = await getSamplePlan(app, step.assets)
    return await proposeSampleMovement(app, ines, { kind: 'assets', ...step.assets, planId })
  })
}
