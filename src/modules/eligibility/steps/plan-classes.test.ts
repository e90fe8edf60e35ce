import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { post } from '#modules/ledger/steps/post.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { RuleSet } from '../model.ts'
import { loadEligibility } from '../queries.ts'
import { declareTestCategory, getSampleRules, publishTestRules } from '../testing.ts'
import { recordGate } from './pass-gate.ts'

const EU = getSampleRules('european-union')

/** Members without a category see real estate alone, sophisticated ones everything. */
const CLASSES: RuleSet = {
  ...EU,
  countries: ['DE'],
  sandbox: 'as_written',
  coolingOffHours: 0,
  operations: Object.fromEntries(
    Object.keys(EU.operations).map((operation) => [
      operation,
      { allowed: true, levels: [], needs: [] },
    ]),
  ) as unknown as RuleSet['operations'],
  limits: [],
  plans: [
    { category: null, families: ['real_estate'] },
    { category: 'non_sophisticated', families: [] },
    { category: 'sophisticated', families: 'all' },
  ],
}

let testApp: TestApp
let crypto: PlanVersion
let realEstate: PlanVersion
beforeAll(async () => {
  testApp = await createTestApp()
  const owner: Admin = (await createTestAdmin(testApp.app)).admin
  const { admin: second } = await createTestAdmin(testApp.app, { role: 'finance' })
  crypto = await createPublishedPlan(testApp.app)
  realEstate = await createPublishedPlan(testApp.app, { family: 'real_estate' })
  await publishTestRules(testApp.app, { owner, second }, CLASSES)
})
afterAll(() => testApp.close())

async function createMember(category?: string): Promise<Member> {
  const { member } = await createTestMember(testApp.app, { country: 'DE' })
  await fundMember(testApp.app, member.id, { cash: 500_000n })
  if (category) await declareTestCategory(testApp.app, member, CLASSES, category)
  return member
}

/** Opens a position as code would that forgets which plans the member may see. */
const open = (member: Member, version: PlanVersion) =>
  runInTransaction(testApp.app.db, async (tx) => {
    const id = createId('pos')
    const eligibility = await loadEligibility(tx, testApp.app, member.id)
    await recordGate(tx, testApp.app, eligibility, {
      operation: 'invest',
      subjectId: id,
      amountCents: 100_000n,
    })
    const { transfers } = await openPosition(tx, {
      id,
      memberId: member.id,
      planVersionId: version.id,
      version,
      principal: 100_000n,
      openedOn: testApp.app.clock.today(),
      atMaturity: 'to_balance',
      actor: member.id,
    })
    await post(tx, transfers)
  })

/** Takes a quote as code would that forgets which plans the member may see. */
async function quote(member: Member, version: PlanVersion): Promise<void> {
  const { app, database } = testApp
  const input = { planId: realEstate.id, amount: '1500', method: 'USDT' } as const
  const { id } = await quoteDeposit(app, member, input)
  const copy = createId('dep')
  await runInTransaction(app.db, async (tx) => {
    const eligibility = await loadEligibility(tx, app, member.id)
    const amountCents = 150_000n
    await recordGate(tx, app, eligibility, { operation: 'deposit', subjectId: copy, amountCents })
  })
  await database.owner.query(
    `insert into deposit select (jsonb_populate_record(d, jsonb_build_object(
        'id', $2::text, 'plan_version_id', $3::text, 'coin_amount', d.coin_amount + 1))).*
      from deposit d where d.id = $1`,
    [id, copy, version.id],
  )
}

test('the database opens no position in a plan that the member may not see', async () => {
  const member = await createMember()

  await expect(open(member, crypto)).rejects.toThrow(/a position needs a passed gate/)
  await open(member, realEstate)
})

test('the category that the member declared decides', async () => {
  const ordinary = await createMember('non_sophisticated')
  const sophisticated = await createMember('sophisticated')

  await expect(open(ordinary, realEstate)).rejects.toThrow(/a position needs a passed gate/)
  await open(sophisticated, crypto)
})

test('the database stores no quote for a plan that the member may not see', async () => {
  const member = await createMember()

  await expect(quote(member, crypto)).rejects.toThrow(/a quote needs a passed gate/)
  await quote(await createMember(), realEstate)
})
