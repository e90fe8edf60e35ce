// Long because every kind of position bears a loss in its own way.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { formatAmount } from '#lib/money.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import {
  toCustodyAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
} from '#modules/ledger/model.ts'
import { getBalance, listEntries } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { fundCapital, getCustodyLine } from '#modules/treasury/testing.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { computeAccrued, formatPlanName, type PlanVersion, parseLoss } from '../model.ts'
import { listMemberPositions, listPlanFigures, listPlanLosses } from '../queries.ts'
import { carryOutLoss } from '../steps/carry-out-loss.ts'
import type { PlansTables } from '../tables.ts'
import {
  approveResult,
  buildLossInput,
  createPlacedAssets,
  createPublishedPlan,
  createStaff,
} from '../testing.ts'
import { type ProposeLoss, proposeLoss } from './propose-loss.ts'
import { settleDays } from './settle-days.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let plan: PlanVersion
let plans = 0
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  plan = await createPublishedPlan(testApp.app, { name: `PLAN ${++plans}` })
})

const proposeTestLoss = async (rest: Partial<ProposeLoss> = {}, admin = ines) =>
  await proposeLoss(testApp.app, admin, await buildLossInput(testApp.app, plan.planId, rest))
const lose = async (rest: Partial<ProposeLoss> = {}) => {
  const proposal = await proposeTestLoss(rest)
  await approveResult(testApp.app, ruth, proposal)
  return { proposal, loss: parseLoss(proposal.content) }
}

/** A member who has so much in the plan, in one position or several. */
async function investor(...principals: bigint[]) {
  const { member } = await createTestMember(testApp.app)
  const positions: string[] = []
  for (const invested of principals)
    positions.push(
      (await fundMember(testApp.app, member.id, { invested, planVersionId: plan.id })) ?? '',
    )
  return { member, positions }
}
const readPrincipal = (memberId: string) =>
  getBalance(testApp.app.db, toMemberAccountCode(memberId, 'principal'))
/** Checks all invariants but 12: these tests record no outside balances. */
const expectNoIntegrityProblems = async () => {
  const problems = (await checkIntegrity(testApp.app, { whole: true }))?.problems ?? []
  expect(problems.filter(({ invariant }) => invariant !== 12)).toEqual([])
}
const listLossShares = (lossId: string) =>
  testApp.app.db
    .withTables<PlansTables>()
    .selectFrom('position_loss')
    .select(['position_id as positionId', 'amount_cents as cents'])
    .where('loss_id', '=', lossId)
    .execute()

test('a write-off lowers positions pro rata, one journal row and mail per member', async () => {
  const [maya, tomas] = [await investor(100_000n, 200_000n), await investor(300_001n)]
  await createPlacedAssets(testApp.app, plan.planId, 500_000n)

  const { proposal, loss } = await lose({ amount: '600.01' })
  expect(proposal).toMatchObject({
    permission: 'loss.record',
    subjectId: plan.planId,
    content: {
      from: 'assets',
      cents: '60001',
      plan: formatPlanName(plan),
      cause: 'A tenant left without paying.',
    },
  })

  const [mine, his] = [await readPrincipal(maya.member.id), await readPrincipal(tomas.member.id)]
  expect(mine + his).toBe(600_001n - 60_001n)
  expect(300_000n - mine).toBeGreaterThanOrEqual(29_999n)
  expect(300_000n - mine).toBeLessThanOrEqual(30_002n)
  expect(await getBalance(testApp.app.db, toPlanAssetsAccountCode(plan.planId))).toBe(-439_999n)

  const shares = await listLossShares(loss.id)
  expect(shares).toHaveLength(3)
  expect(shares.reduce((sum, { cents }) => sum + cents, 0n)).toBe(60_001n)

  const rows = await listEntries(testApp.app.db, { reference: loss.id })
  expect(
    rows.map(({ transferType, amount, reason }) => [transferType, amount, reason]).sort(),
  ).toEqual(
    [300_000n - mine, 300_001n - his].map((cents) => ['assets_lost', cents, loss.cause]).sort(),
  )

  const mail = await findMail(testApp.app.db, tomas.member.email, 'plan-loss')
  expect(mail?.data).toMatchObject({
    cents: 300_001n - his,
    total: 60_001n,
    cause: loss.cause,
  })

  expect((await listAuditEvents(testApp.app.db, { subjectId: loss.id }))[0]).toMatchObject({
    action: 'loss.recorded',
    actor: { id: ruth.id },
    details: { approval: proposal.id, positions: 3 },
  })

  expect((await listPlanLosses(testApp.app.db, plan.planId))[0]).toMatchObject({
    cents: 60_001n,
    positions: 3,
  })

  const [figures] = await listPlanFigures(testApp.app.db, plan.planId)
  expect(figures).toMatchObject({ lost: 60_001n, invested: 540_000n })
  expect(figures?.months).toMatchObject([{ month: '2026-11', income: 0n, loss: 60_001n }])

  await expectNoIntegrityProblems()
})

test('lost coin leaves custody and the simulated outside, and members bear its worth, rounded down', async () => {
  const { member } = await investor(900_000n)
  await fundCapital(testApp.app, 'BTC', 10_000_000n)

  const { rate } = await testApp.app.prices.price('BTC')
  const outside = async () => (await testApp.app.outside.balanceOf('hot', 'BTC'))?.units ?? 0n
  const [line, before] = [
    await getCustodyLine(testApp.app, toCustodyAccountCode('BTC')),
    await outside(),
  ]
  const { loss } = await lose({ from: 'custody', currency: 'BTC', amount: '0.01234567' })
  const cents = computeCoinValue(1_234_567n, rate, 'BTC')

  expect(loss.cents).toBe(cents)
  expect(await readPrincipal(member.id)).toBe(900_000n - cents)
  expect((await getCustodyLine(testApp.app, toCustodyAccountCode('BTC'))).held).toBe(
    line.held - 1_234_567n,
  )
  expect(before - (await outside())).toBe(1_234_567n)

  await expectNoIntegrityProblems()
})

test('bank money that is gone is borne in dollars', async () => {
  const { member } = await investor(500_000n)
  await fundCapital(testApp.app, 'USD', 100_000n)

  const { loss } = await lose({ from: 'custody', currency: 'USD', amount: '700' })
  expect(await readPrincipal(member.id)).toBe(430_000n)

  const [row] = await listEntries(testApp.app.db, { reference: loss.id })
  expect(row).toMatchObject({
    transferType: 'loss_recorded',
    credit: toCustodyAccountCode('USD'),
    amount: 70_000n,
  })

  await expectNoIntegrityProblems()
})

test('a position that loses everything is lost; one that stays accrues on what is left, and on the rest until its day', async () => {
  const { member } = await investor(100_000n)
  await createPlacedAssets(testApp.app, plan.planId, 100_000n)
  testApp.app.clock.advance(10 * 86_400_000)
  await lose({ amount: '250' })
  testApp.app.clock.advance(5 * 86_400_000)

  const today = testApp.app.clock.today()
  const [open] = await listMemberPositions(testApp.app.db, member.id, today)
  const lostOn = addDays(today, -5)

  expect(open).toMatchObject({ status: 'open', remaining: 75_000n })
  expect(open?.accrued).toBe(open && computeAccrued(open, [{ amount: 25_000n, on: lostOn }], today))
  expect(open?.accrued).toBe((5_000n * (25_000n * 10n + 75_000n * 15n)) / (10_000n * 30n))

  await lose({ amount: '750' })

  const [lost] = await listMemberPositions(testApp.app.db, member.id, today)
  expect(lost).toMatchObject({ status: 'lost', remaining: 0n })

  await expectNoIntegrityProblems()
})

test('the positions of the day of the decision bear a loss, not those of the day of its proposal', async () => {
  const maya = await investor(400_000n)
  await createPlacedAssets(testApp.app, plan.planId, 400_000n)

  const proposal = await proposeTestLoss({ amount: '1000' })
  const tomas = await investor(600_000n)

  await approveResult(testApp.app, ruth, proposal)
  expect([await readPrincipal(maya.member.id), await readPrincipal(tomas.member.id)]).toEqual([
    360_000n,
    540_000n,
  ])

  await expectNoIntegrityProblems()
})

test('what a withdrawal took out before bears nothing, and stays cash when released', async () => {
  const { member } = await investor(500_000n)
  await createPlacedAssets(testApp.app, plan.planId, 400_000n)

  const withdrawalInput = { amount: '2000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(testApp.app, member, withdrawalInput)

  await lose({ amount: '3000' })
  expect(await readPrincipal(member.id)).toBe(0n)

  await cancelWithdrawal(testApp.app, member, id)
  expect(await readPrincipal(member.id)).toBe(0n)
  expect(await getBalance(testApp.app.db, toMemberAccountCode(member.id, 'cash'))).toBe(200_000n)

  const [position] = await listMemberPositions(testApp.app.db, member.id, testApp.app.clock.today())
  expect(position).toMatchObject({ status: 'lost', remaining: 0n })

  await expectNoIntegrityProblems()
})

test('pending notices are reduced to what is left, later ones first', async () => {
  const { member, positions } = await investor(300_000n)
  const [positionId = ''] = positions

  await createPlacedAssets(testApp.app, plan.planId, 300_000n)

  const today = testApp.app.clock.today()
  const insertRedemptionNotice = async (amount: bigint, days: number) => {
    const id = createId('not')
    await testApp.app.db
      .withTables<PlansTables>()
      .insertInto('redemption_notice')
      .values({
        id,
        position_id: positionId,
        member_id: member.id,
        amount_cents: amount,
        submitted_on: today,
        ends_on: addDays(today, days),
        status: 'waiting',
        closed_at: null,
      })
      .execute()

    return id
  }

  const [last, first, second] = [
    await insertRedemptionNotice(50_000n, 30),
    await insertRedemptionNotice(100_000n, 10),
    await insertRedemptionNotice(150_000n, 20),
  ]

  await lose({ amount: '1200' })

  const redemptionNotices = await testApp.app.db
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['id', 'amount_cents as cents', 'status'])
    .where('position_id', '=', positionId)
    .orderBy('ends_on')
    .execute()

  expect(redemptionNotices).toEqual([
    { id: first, cents: 100_000n, status: 'waiting' },
    { id: second, cents: 80_000n, status: 'waiting' },
    { id: last, cents: 50_000n, status: 'cancelled' },
  ])
})

test('more than is invested, placed or held is refused when proposed and carried out', async () => {
  await investor(100_000n)
  await createPlacedAssets(testApp.app, plan.planId, 200_000n)

  await expect(proposeTestLoss({ amount: '1000.01' })).rejects.toMatchObject({
    code: 'loss_exceeds_principal',
    status: 422,
    field: 'amount',
    message: expect.stringContaining('$1,000.00 is invested in this plan'),
  })

  const [one, other] = [
    await proposeTestLoss({ amount: '700' }),
    await proposeTestLoss({ amount: '600' }),
  ]
  await approveResult(testApp.app, ruth, one)

  await expect(approveResult(testApp.app, ruth, other)).rejects.toMatchObject({
    code: 'loss_exceeds_principal',
  })

  await investor(500_000n)
  await expect(proposeTestLoss({ amount: '1300.01' })).rejects.toMatchObject({
    code: 'more_than_placed',
    status: 422,
    field: 'amount',
    message: expect.stringContaining('Only $1,300.00 is placed for this plan'),
  })

  const gone = { from: 'custody', currency: 'ETH', amount: '0.5' } as const
  await expect(proposeTestLoss(gone)).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect(await listPlanLosses(testApp.app.db, plan.planId)).toHaveLength(1)

  const [first, second] = [
    await proposeTestLoss({ amount: '800' }),
    await proposeTestLoss({ amount: '500.01' }),
  ]
  await approveResult(testApp.app, ruth, first)
  await expect(approveResult(testApp.app, ruth, second)).rejects.toMatchObject({
    code: 'more_than_placed',
  })

  await expectNoIntegrityProblems()
})

test('of two losses approved at once, both are borne or one is rejected', async () => {
  const { member } = await investor(100_000n)
  await createPlacedAssets(testApp.app, plan.planId, 200_000n)

  const proposals = [
    await proposeTestLoss({ amount: '600' }),
    await proposeTestLoss({ amount: '700' }),
  ]
  const outcomes = await Promise.allSettled(
    proposals.map((one) => approveResult(testApp.app, ruth, one)),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  const [refused] = outcomes.filter((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'loss_exceeds_principal' })

  const [recordedLoss] = await listPlanLosses(testApp.app.db, plan.planId)
  expect(await readPrincipal(member.id)).toBe(100_000n - (recordedLoss?.cents ?? 0n))

  await expectNoIntegrityProblems()
})

test('a loss and a withdrawal at the same moment leave nothing counted twice', async () => {
  const { member } = await investor(400_000n)
  await createPlacedAssets(testApp.app, plan.planId, 400_000n)

  const proposal = await proposeTestLoss({ amount: '1000' })
  const withdrawalInput = { amount: '3000', method: 'USDT', address: TEST_ADDRESS }
  await Promise.allSettled([
    approveResult(testApp.app, ruth, proposal),
    requestWithdrawal(testApp.app, member, withdrawalInput),
  ])
  await expectNoIntegrityProblems()
})

test('an approval is of its total: another cause, account or sum is not posted', async () => {
  await investor(400_000n)
  await createPlacedAssets(testApp.app, plan.planId, 400_000n)

  for (const change of [
    { cause: 'Something else.' },
    { cents: 10_001n },
    { from: 'custody' as const, place: 'bank', currency: 'USD' as const },
  ]) {
    const proposal = await proposeTestLoss()
    const changed = Object.entries({ ...parseLoss(proposal.content), ...change }).map(
      ([field, value]) => [field, value === null ? null : String(value)],
    )
    const forged = { ...proposal, content: Object.fromEntries(changed) }
    const attempt = runInTransaction(testApp.app.db, async (tx) => {
      const { contentHash } = proposal
      await decide(tx, testApp.app, ruth, proposal, { approve: true, contentHash })
      await carryOutLoss(testApp.app, tx, ruth, forged)
    })

    await expect(attempt).rejects.toMatchObject({ code: 'approval_needed' })
  }
})

test('each wrong word is named by its field, and who may not gets nowhere', async () => {
  await investor(400_000n)
  await createPlacedAssets(testApp.app, plan.planId, 400_000n)

  const today = testApp.app.clock.today()
  const wrong: [Partial<ProposeLoss>, string, string][] = [
    [{ evidence: new Uint8Array() }, 'file_empty', 'evidence'],
    [{ periodFrom: 'then' }, 'invalid_period', 'period_from'],
    [{ periodTo: addDays(today, 1) }, 'invalid_period', 'period_to'],
    [{ cause: '' }, 'cause_needed', 'cause'],
    [{ cause: 'x'.repeat(501) }, 'cause_needed', 'cause'],
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ amount: '-5' }, 'invalid_amount', 'amount'],
    [{ amount: '1.005' }, 'invalid_amount', 'amount'],
    [
      { from: 'custody', currency: 'BTC', amount: '0.1', place: 'cellar' },
      'unknown_place',
      'place',
    ],
  ]

  for (const [rest, code, field] of wrong)
    await expect(proposeTestLoss(rest), JSON.stringify(rest)).rejects.toMatchObject({ code, field })

  const { evidence: _, ...without } = await buildLossInput(testApp.app, plan.planId)
  await expect(proposeLoss(testApp.app, ines, without)).rejects.toMatchObject({
    code: 'evidence_needed',
  })
  await expect(proposeTestLoss({ planId: 'pln_none' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(proposeTestLoss({}, createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(approveResult(testApp.app, ines, await proposeTestLoss())).rejects.toMatchObject({
    code: 'second_admin',
  })
})

test('after losses of any amounts positions, members and the journal agree to the cent', async () => {
  const holdings = Array.from({ length: 6 }, (_, n) => BigInt(100_000 + n * 33_331))
  const investors = [await investor(...holdings.slice(0, 3)), await investor(...holdings.slice(3))]
  let left = holdings.reduce((sum, cents) => sum + cents, 0n)

  await createPlacedAssets(testApp.app, plan.planId, left)

  for (const percent of [1n, 33n, 7n, 50n, 99n, 100n]) {
    const cents = (left * percent) / 100n
    const { loss } = await lose({ amount: formatAmount(cents, 'USD') })

    left -= cents

    const shares = await listLossShares(loss.id)
    expect(shares.reduce((sum, share) => sum + share.cents, 0n)).toBe(cents)

    const [mine, theirs] = await Promise.all(
      investors.map(({ member }) => readPrincipal(member.id)),
    )
    expect((mine ?? 0n) + (theirs ?? 0n)).toBe(left)
  }

  expect((await listPlanFigures(testApp.app.db, plan.planId))[0]).toMatchObject({ invested: 0n })

  await expectNoIntegrityProblems()
})

test('what is recorded of a loss is never changed', async () => {
  await investor(400_000n)
  await createPlacedAssets(testApp.app, plan.planId, 400_000n)
  await lose()

  for (const change of [
    sql`update plan_loss set cents = 1`,
    sql`delete from position_loss`,
    sql`update plan_income set cents = 1`,
  ])
    await expect(change.execute(testApp.app.db)).rejects.toThrow(
      /permission denied|append-only|rewrit/i,
    )
})

test('a loss waits until matured positions are settled, and they bear nothing of it', async () => {
  const maya = await investor(100_000n)
  const later = await investor()
  await createPlacedAssets(testApp.app, plan.planId, 60_000n)
  testApp.app.clock.advance(29 * 86_400_000)
  await settleDays(testApp.app)
  const tomas = await fundMember(testApp.app, later.member.id, {
    invested: 100_000n,
    planVersionId: plan.id,
  })
  const proposal = await proposeTestLoss({ amount: '500' })

  testApp.app.clock.advance(86_400_000)
  const refusal = {
    code: 'terms_not_settled',
    status: 409,
    message: 'Matured positions are being settled. Try again in a few minutes.',
  }
  await expect(approveResult(testApp.app, ruth, proposal)).rejects.toMatchObject(refusal)
  await expect(proposeTestLoss({ amount: '500' })).rejects.toMatchObject(refusal)
  expect(await readPrincipal(maya.member.id)).toBe(100_000n)

  await settleDays(testApp.app)
  const { loss } = await lose({ amount: '500' })
  expect(await listLossShares(loss.id)).toEqual([{ positionId: tomas, cents: 50_000n }])
  await expectNoIntegrityProblems()
})

test('the database records no loss for a matured position, nor before it is settled', async () => {
  const { positions } = await investor(100_000n)
  await createPlacedAssets(testApp.app, plan.planId, 60_000n)
  const { loss } = await lose({ amount: '1' })
  const { owner } = testApp.database
  const share = 'insert into position_loss values ($1, $2, 1, $3)'
  const again = createId('los')
  const copy = `insert into plan_loss select $1, plan_id, cents, period_from, period_to, cause,
    evidence_key, evidence_type, evidence_sha256, $1, recorded_on + 30, recorded_at
    from plan_loss where id = $2`

  await expect(owner.query(copy, [again, loss.id])).rejects.toThrow('are not settled')

  testApp.app.clock.advance(30 * 86_400_000)
  await settleDays(testApp.app)
  await owner.query(copy, [again, loss.id])
  await expect(
    owner.query(share, [again, positions[0], testApp.app.clock.today()]),
  ).rejects.toThrow('whose term has ended')
})
