import { newId } from '#lib/ids.ts'
import type { Admin } from '#modules/identity/model.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { custody, memberAccount, planIncome } from '#modules/ledger/model.ts'
import { approved, arrived, transfer } from '#modules/ledger/testing.ts'
import type { App } from '#platform/app.ts'
import { openPosition } from './acts/open-position.ts'
import { type ProposePlan, proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import type { AtMaturity, PlanVersion, Position } from './model.ts'
import type { PlansTables } from './tables.ts'

type PlansApp = Pick<App, 'db' | 'clock' | 'config'>

/** A member of staff who never signed in: enough for a command that asks for a role. */
export const staff = (name: string, role: Admin['role']): Admin => ({
  kind: 'admin',
  id: `adm_${name}`,
  label: name,
  firstName: name,
  lastName: 'Sample',
  email: `${name}@example.com`,
  role,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  lastSignInAt: null,
})

/** A plan with what a test doesn't care about filled in: $1,000 to $10,000, 50% over 30 days. */
export const planInput = (today: string, rest: Partial<ProposePlan> = {}): ProposePlan => ({
  family: 'crypto',
  name: 'BASIC',
  minAmount: 100_000n,
  maxAmount: 1_000_000n,
  targetBps: 5_000,
  termDays: 30,
  liquidity: 'Principal can be withdrawn at any time.',
  fees: 'None on deposit.',
  basis: 'Sample text.',
  risk: 'You could lose all the money you invest.',
  sample: true,
  effectiveFrom: today,
  ...rest,
})

/** A plan on offer today, proposed by one admin and published by another. */
export async function publishedPlan(app: PlansApp, rest: Partial<ProposePlan> = {}): Promise<PlanVersion> {
  const input = planInput(app.clock.today(), rest)
  const { versionId } = await proposePlan(app, staff('ines', 'finance'), input)
  return await publishPlan(app, staff('ruth', 'owner'), { versionId })
}

/** Income of a plan as two admins recorded it: the money came in, and the row says what it was. Answers its id. */
export async function recordedIncome(
  app: PlansApp,
  given: { planId: string; cents: bigint; on?: string; source?: string },
): Promise<string> {
  const { planId, cents, on = app.clock.today(), source = 'Rent' } = given
  const id = newId('inc')
  await app.db.transaction().execute(async (tx) => {
    const receipt = await arrived(tx, 'USD', cents)
    const income = transfer(id, 'income_recorded', custody('USD'), planIncome(planId), cents, {
      ...{ receipt, effective: on },
    })
    const list = await approved(tx, [income])
    await tx
      .withTables<PlansTables>()
      .insertInto('plan_income')
      .values({
        ...{ id, plan_id: planId, cents, period_from: on, period_to: on, source },
        ...{
          evidence_key: 'evidence/test',
          evidence_type: 'application/pdf',
          evidence_sha256: '0'.repeat(64),
        },
        ...{ receipt_id: receipt, approval_id: String(list[0]?.approval), recorded_on: on },
        recorded_at: app.clock.now(),
      })
      .execute()
    await post(tx, list)
  })
  return id
}

/** A member's position as a confirmed deposit of twice its principal leaves it: as much again is in cash. */
export async function openedPosition(
  app: PlansApp,
  given: {
    memberId: string
    version: PlanVersion
    principal: bigint
    openedOn?: string
    atMaturity?: AtMaturity
  },
): Promise<Position> {
  const { memberId, version, principal, openedOn = app.clock.today(), atMaturity = 'to_balance' } = given
  const depositId = newId('dep')
  return await app.db.transaction().execute(async (tx) => {
    await openMemberAccounts(tx, memberId)
    const receipt = await arrived(tx, 'USD', principal * 2n)
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
    const cash = memberAccount(memberId, 'cash')
    await post(tx, [
      transfer(`${depositId}/in`, 'deposit_confirmed', custody('USD'), cash, principal * 2n, { receipt }),
      ...transfers,
    ])
    return position
  })
}
