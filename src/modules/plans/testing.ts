import { sql } from 'kysely'
import sharp from 'sharp'
import { createId } from '#lib/ids.ts'
import { formatAmount } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import type { Admin, Staff } from '#modules/identity/model.ts'
import {
  toCustodyAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import {
  approveTransfers,
  buildMatchedTransfers,
  createReceipt,
  transfer,
} from '#modules/ledger/testing.ts'
import { proposeAssetsPlaced } from '#modules/treasury/commands/propose-assets-placed.ts'
import { approveMovement, fundCapital } from '#modules/treasury/testing.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type ProposeIncome, proposeIncome } from './commands/propose-income.ts'
import type { ProposeLoss } from './commands/propose-loss.ts'
import { proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import {
  type AtMaturity,
  type PlanOfferInput,
  type PlanTermsInput,
  type PlanVersion,
  type Position,
  parseIncome,
} from './model.ts'
import { carryOutIncome } from './steps/carry-out-income.ts'
import { carryOutLoss } from './steps/carry-out-loss.ts'
import { openPosition } from './steps/open-position.ts'
import type { PlansTables } from './tables.ts'

type PlansApp = Pick<App, 'db' | 'clock' | 'config' | 'events'>

/** Builds a member of staff who never signed in, for commands that check a role. */
export const createStaff = (name: string, role: Admin['role']): Admin => ({
  kind: 'admin',
  id: `adm_${name}`,
  label: name,
  firstName: name,
  lastName: 'Sample',
  email: `${name}@example.com`,
  role,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  lastSignInAt: null,
  suspended: null,
  invitedBy: null,
  decidesSince: new Date('2026-01-01T00:00:00Z'),
})

/** The terms of a test's plan. */
export const PLAN_TERMS_EXAMPLE: PlanTermsInput = {
  liquidity: 'Principal can be withdrawn at any time.',
  fees: 'None on deposit.',
  basis: 'Sample text.',
  risk: 'You could lose all the money you invest.',
}

/** Builds a plan offer: $1,000 to $10,000, 50% over 30 days, unless a test overrides it. */
export const buildPlanInput = (
  today: string,
  rest: Partial<PlanOfferInput> = {},
): PlanOfferInput => ({
  family: 'crypto',
  name: 'BASIC',
  minAmount: 100_000n,
  maxAmount: 1_000_000n,
  targetBps: 5_000,
  termDays: 30,
  ...PLAN_TERMS_EXAMPLE,
  sample: true,
  effectiveFrom: today,
  ...rest,
})

/** Publishes a plan that is on offer today; one admin proposes, another publishes. */
export async function createPublishedPlan(
  app: PlansApp,
  rest: Partial<PlanOfferInput> = {},
): Promise<PlanVersion> {
  const input = buildPlanInput(app.clock.today(), rest)
  const { versionId } = await proposePlan(app, createStaff('ines', 'finance'), input)
  return await publishPlan(app, createStaff('ruth', 'owner'), { versionId })
}

/** Records income of a plan with its receipt, as two admins would. Returns its id. */
export async function createIncome(
  app: PlansApp,
  input: { planId: string; cents: bigint; on?: string; source?: string },
): Promise<string> {
  const { planId, cents, on = app.clock.today(), source = 'Rent' } = input
  const id = createId('inc')
  await app.db.transaction().execute(async (tx) => {
    const receipt = await createReceipt(tx, 'USD', cents)
    const income = transfer(
      id,
      'income_recorded',
      toCustodyAccountCode('USD'),
      toPlanIncomeAccountCode(planId),
      cents,
      {
        receipt,
        effectiveDate: on,
      },
    )
    const evidenceSha256 = '0'.repeat(64)
    const placed = -(await getBalance(tx, toPlanAssetsAccountCode(planId)))
    const list = await approveTransfers(tx, [income], undefined, {
      ...{ id, planId, source, evidenceSha256, receipt },
      ...{ cents: String(cents), periodFrom: on, periodTo: on },
      ...(placed > 0n && { whilePlaced: 'income', placed: String(placed) }),
    })

    await tx
      .withTables<PlansTables>()
      .insertInto('plan_income')
      .values({
        id,
        plan_id: planId,
        cents,
        period_from: on,
        period_to: on,
        source,
        evidence_key: 'evidence/test',
        evidence_type: 'application/pdf',
        evidence_sha256: evidenceSha256,
        receipt_id: receipt,
        approval_id: String(list[0]?.approval),
        recorded_on: on,
        recorded_at: app.clock.now(),
      })
      .execute()

    await post(tx, list)
  })

  return id
}

/**
 * Opens a member's position as a confirmed deposit of twice its principal does; the other half is
 * cash.
 */
export async function createPosition(
  app: PlansApp,
  input: {
    memberId: string
    version: PlanVersion
    principal: bigint
    openedOn?: string
    atMaturity?: AtMaturity
  },
): Promise<Position> {
  const {
    memberId,
    version,
    principal,
    openedOn = app.clock.today(),
    atMaturity = 'to_balance',
  } = input

  const depositId = createId('dep')

  return await app.db.transaction().execute(async (tx) => {
    await openMemberAccounts(tx, memberId)

    const units = principal * 2n * 10_000n
    const receipt = await createReceipt(tx, 'USDT', units)
    const opening = {
      memberId,
      planVersionId: version.id,
      principal,
      openedOn,
      depositId,
      atMaturity,
      actor: 'test',
    }

    const { position, transfers } = await openPosition(tx, opening)
    const paidIn = buildMatchedTransfers(
      `fund/${depositId}`,
      memberId,
      'USDT',
      units,
      principal * 2n,
      receipt,
    )
    await post(tx, [...paidIn, ...transfers])

    return position
  })
}

/** Builds a picture to use as evidence. */
export const createEvidencePicture = (): Promise<Uint8Array> =>
  sharp({ create: { width: 24, height: 24, channels: 3, background: '#642' } })
    .png()
    .toBuffer()

/** Approves an income or a loss as another admin, which records it. */
export async function approveResult(app: App, admin: Staff, proposal: Proposal): Promise<void> {
  const carryOut = proposal.permission === 'income.record' ? carryOutIncome : carryOutLoss
  await runInTransaction(app.db, async (tx) => {
    const decision = { approve: true, contentHash: proposal.contentHash }
    await carryOut(app, tx, admin, await decide(tx, app, admin, proposal, decision))
  })
}

/**
 * Builds the input for an income: $1,000 by bank unless overridden; income also while assets are
 * placed.
 */
export const buildIncomeInput = async (
  app: App,
  planId: string,
  rest: Partial<ProposeIncome> = {},
): Promise<ProposeIncome> => {
  const day = app.clock.today()
  const period = { periodFrom: day, periodTo: day }
  const sent = {
    planId,
    currency: 'USD',
    amount: '1000',
    source: 'Rent of the quarter.',
    whilePlaced: 'income',
  } as const
  return { ...sent, ...period, evidence: await createEvidencePicture(), ...rest }
}

/** Builds the input for a loss: $100 of assets outside unless overridden. */
export const buildLossInput = async (
  app: App,
  planId: string,
  rest: Partial<ProposeLoss> = {},
): Promise<ProposeLoss> => {
  const day = app.clock.today()
  const period = { periodFrom: day, periodTo: day }
  const sent = {
    planId,
    from: 'assets',
    amount: '100',
    cause: 'A tenant left without paying.',
  } as const

  return { ...sent, ...period, evidence: await createEvidencePicture(), ...rest }
}

/** Records income as two admins do. */
export async function createApprovedIncome(
  app: App,
  planId: string,
  rest: Partial<ProposeIncome> = {},
) {
  const proposal = await proposeIncome(
    app,
    createStaff('ines', 'finance'),
    await buildIncomeInput(app, planId, rest),
  )

  await approveResult(app, createStaff('ruth', 'owner'), proposal)

  return parseIncome(proposal.content)
}

/**
 * Places dollars outside for a plan: the operator's own, and income of the plan as far as its open
 * principal and unpaid income are less than what is placed then. Returns that income, if any.
 */
export async function createPlacedAssets(
  app: App,
  planId: string,
  cents: bigint,
): Promise<{ id: string; cents: bigint } | null> {
  const { rows } = await sql<{ room: bigint }>`
    select for_plan as room from placeable_assets(${planId})`.execute(app.db)
  const missing = cents - (rows[0]?.room ?? 0n)
  const income =
    missing > 0n
      ? { id: await createIncome(app, { planId, cents: missing }), cents: missing }
      : null
  await fundCapital(app, 'USD', cents)

  const sent = {
    amount: formatAmount(cents, 'USD'),
    destination: 'A fund',
    reason: 'It is so: test.',
  }
  const begun = await proposeAssetsPlaced(app, createStaff('ines', 'finance'), {
    planId,
    currency: 'USD',
    ...sent,
  })

  await approveMovement(app, createStaff('ruth', 'owner'), begun)

  return income
}
