import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { DomainError, runChecks } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import {
  assertPlanText,
  isExtraordinary,
  MAX_NOTICE_DAYS,
  MOST_TARGET_BPS,
  MOST_TERM_DAYS,
  PLAN_TEXTS,
  type PlanFamily,
  planClosed,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'

export type ProposePlan = {
  family: PlanFamily
  name: string
  /** Null: what was sent is no amount. */
  minAmount: Cents | null
  maxAmount: Cents | null
  targetBps: number
  termDays: number
  /** Days between giving notice of principal and its being cash; none unless told. */
  noticePeriodDays?: number
  liquidity: string
  fees: string
  basis: string
  risk: string
  /** Figures that only exercise the software; live refuses them. */
  sample: boolean
  effectiveFrom: Day
}

type ProposePlanResult = {
  versionId: string
  planId: string
  number: number
  extraordinary: boolean
}

/**
 * Writes down the next version of a plan, which nobody is offered before it is published. Throws
 * `promises_return` (422) with the phrase when a text promises a return, `invalid_plan` (422) with
 * the field for what can't be, `plan_closed` (409) for a version of a plan that was closed.
 */
export async function proposePlan(
  app: Pick<App, 'db' | 'clock' | 'config' | 'events'>,
  admin: Admin,
  input: ProposePlan,
): Promise<ProposePlanResult> {
  assertMay(admin, 'plan.propose')

  const plan = { ...input, ...(await validateOffer(input, app.clock.today(), app.config.MODE)) }
  const proposed = await runInTransaction(app.db, async (tx) => {
    const { targetWarningBps } = await getSetting(tx, app.config, 'plans')
    const extraordinary = isExtraordinary(plan.targetBps, plan.termDays, targetWarningBps)
    const planId = await findOrCreatePlan(tx, plan, app.clock.now())
    const number = await allocateVersionNumber(tx, planId)
    const versionId = createId('plv')

    await insertVersion(tx, plan, {
      versionId,
      planId,
      number,
      extraordinary,
      admin,
      at: app.clock.now(),
    })

    await record(tx, app.clock.now(), admin, 'plan.proposed', versionId, {
      ...plan,
      planId,
      number,
    })

    return { versionId, planId, number, extraordinary }
  })

  app.events.publish(STAFF, 'approvals')

  return proposed
}

const createInvalidPlanError = (message: string, field: string) =>
  new DomainError('invalid_plan', 422, message, field)
const isWhole = (value: number, most: number) =>
  Number.isSafeInteger(value) && value >= 0 && value <= most

function requireAmount(amount: Cents | null, field: string): Cents {
  if (amount === null)
    throw new DomainError('validation', 400, 'Please enter a valid amount.', field)
  return amount
}

function readMinAmount({ minAmount }: ProposePlan): Cents {
  const amount = requireAmount(minAmount, 'minAmount')
  if (amount <= 0n)
    throw createInvalidPlanError('The least amount must be above zero.', 'minAmount')
  return amount
}

function readMaxAmount({ minAmount, maxAmount }: ProposePlan): Cents {
  const amount = requireAmount(maxAmount, 'maxAmount')
  if (minAmount !== null && amount < minAmount)
    throw createInvalidPlanError("The greatest amount can't be below the least.", 'maxAmount')
  return amount
}

/**
 * The amounts of what can be offered; or every figure and every text that can't be, in one refusal.
 */
async function validateOffer(plan: ProposePlan, today: Day, mode: 'sandbox' | 'live') {
  const { targetBps, termDays, noticePeriodDays = 0, effectiveFrom, sample } = plan
  const wrong: [field: string, is: boolean, message: string][] = [
    ['percentage', !isWhole(targetBps, MOST_TARGET_BPS), 'This is not a target.'],
    [
      'termDays',
      !isWhole(termDays, MOST_TERM_DAYS) || termDays < 1,
      `A term is 1 to ${MOST_TERM_DAYS} days.`,
    ],
    [
      'noticePeriodDays',
      !isWhole(noticePeriodDays, MAX_NOTICE_DAYS),
      `Notice is 0 to ${MAX_NOTICE_DAYS} days.`,
    ],
    ['effectiveFrom', effectiveFrom < today, "A plan can't begin in the past."],
    ['sample', sample && mode === 'live', 'Live has no sample plans.'],
  ]

  const figures = wrong.map(([field, is, message]) => () => {
    if (is) throw createInvalidPlanError(message, field)
  })
  const texts = PLAN_TEXTS.map((field) => () => assertPlanText(plan, field))
  const [minAmount, maxAmount] = await runChecks(
    () => readMinAmount(plan),
    () => readMaxAmount(plan),
    ...figures,
    ...texts,
  )

  return { minAmount, maxAmount }
}

async function findOrCreatePlan(tx: Tx, { family, name }: ProposePlan, at: Date): Promise<string> {
  const tables = tx.withTables<PlansTables>()
  const made = await tables
    .insertInto('plan')
    .values({ id: createId('pln'), family, name, created_at: at })
    .onConflict((conflict) => conflict.columns(['family', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()

  if (made) await openPlanAccounts(tx, made.id)
  if (made) return made.id

  const known = await tables
    .selectFrom('plan')
    .select(['id', 'closed_at'])
    .where('family', '=', family)
    .where('name', '=', name)
    .forShare()
    .executeTakeFirstOrThrow()
  if (known.closed_at) throw planClosed()

  return known.id
}

/** Versions of a plan are numbered one after the other, also when two admins propose at once. */
async function allocateVersionNumber(tx: Tx, planId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${planId}, 0))`.execute(tx)

  const last = await tx
    .withTables<PlansTables>()
    .selectFrom('plan_version')
    .select('number')
    .where('plan_id', '=', planId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

  return (last?.number ?? 0) + 1
}

type Draft = ProposePlanResult & { admin: Admin; at: Date }

type Offer = ProposePlan & { minAmount: Cents; maxAmount: Cents }

const insertVersion = (tx: Tx, plan: Offer, draft: Draft) =>
  tx
    .withTables<PlansTables>()
    .insertInto('plan_version')
    .values({
      id: draft.versionId,
      plan_id: draft.planId,
      number: draft.number,
      min_cents: plan.minAmount,
      max_cents: plan.maxAmount,
      target_bps: plan.targetBps,
      term_days: plan.termDays,
      notice_days: plan.noticePeriodDays ?? 0,
      liquidity: plan.liquidity,
      fees: plan.fees,
      basis: plan.basis,
      risk: plan.risk,
      sample: plan.sample,
      extraordinary: draft.extraordinary,
      effective_from: plan.effectiveFrom,
      proposed_by: draft.admin.id,
      proposed_at: draft.at,
      published_by: null,
      published_at: null,
    })
    .execute()
