import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type Deposit, getAnyDeposit, listVanishedCredits } from '../queries.ts'
import { payOnChain } from '../testing.ts'
import { creditAutomatically } from './credit-automatically.ts'
import { quoteDeposit } from './quote-deposit.ts'

let testApp: TestApp
let app: TestApp['app']
let maya: Member
let plan: PlanVersion

beforeEach(async () => {
  testApp = await createTestApp()
  app = testApp.app
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app, { minAmount: 10_000n, maxAmount: 5_000_000n })
})
afterEach(() => testApp.close())

const quote = (amount = '500') =>
  quoteDeposit(app, maya, { planId: plan.id, amount, method: 'BITCOIN' })
const read = ({ id }: Pick<Deposit, 'id'>) => getAnyDeposit(app.db, id, app.clock.now())

/** Sets the limit in cents as two admins would have. */
async function setLimit(cents: string) {
  const { owner } = testApp.database
  await owner.query('alter table setting disable trigger user')
  await owner.query(
    `insert into setting (name, value, changed_by, changed_at)
      values ('deposits', jsonb_build_object('automaticUpTo', $1::text), 'Ruth', now())
      on conflict (name) do update set value = excluded.value`,
    [cents],
  )
  await owner.query('alter table setting enable trigger user')
}

test('as shipped nothing is credited automatically; with a limit, up to the limit', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 2 })
  expect(await creditAutomatically(app)).toBe(0)

  await setLimit('50000')
  expect(await creditAutomatically(app)).toBe(1)
  expect(await read(deposit)).toMatchObject({
    status: 'completed',
    credited: 50_000n,
    decidedBy: 'Candor',
  })
  expect(await creditAutomatically(app)).toBe(0)
})

test('above the limit, late, unconfirmed, paused or of a suspended member nothing is credited', async () => {
  await setLimit('50000')
  const [above, late, fresh] = [await quote('501'), await quote(), await quote('499')]
  await payOnChain(app, above)
  app.clock.advance(late.expiresAt.getTime() - app.clock.now().getTime())
  await payOnChain(app, late, { blocks: 3 })
  await payOnChain(app, fresh)
  expect(await creditAutomatically(app)).toBe(0)

  const { owner } = testApp.database
  const next = await quote('450')
  await payOnChain(app, next, { blocks: 2 })
  await owner.query(
    `update member set status = 'suspended', suspended_reason = 'x', review_on = '2027-01-01'
      where id = $1`,
    [maya.id],
  )
  expect(await creditAutomatically(app)).toBe(0)
  await owner.query(
    `update member set status = 'active', suspended_reason = null, review_on = null where id = $1`,
    [maya.id],
  )
  await owner.query(
    `insert into setting (name, value, changed_by, changed_at) values ('pauses',
      '{"deposits": {"reason": "x", "since": "2026-11-20"}, "withdrawals": null, "signUps": null}',
      'Ruth', now())`,
  )
  expect(await creditAutomatically(app)).toBe(0)
  await owner
    .query(`update setting set value = value || '{"deposits": null}' where name = 'pauses'`)
    .catch(() => undefined)
  expect((await read(next)).status).toBe('pending')
})

test('the database refuses a credit without a person above the limit', async () => {
  await setLimit('49999')
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 2 })

  await expect(
    testApp.database.owner.query(
      `update deposit set status = 'completed', amount_reserved = false, receipt_id = 'rcp_x',
        received = coin_amount, received_in = coin, credited = amount, decided_at = $2,
        decided_by = 'Candor', automatic = true where id = $1`,
      [deposit.id, app.clock.now()],
    ),
  ).rejects.toThrow('credited without a person')
})

test('a credited payment that the chain no longer shows is listed for seven days, and nothing is debited', async () => {
  await setLimit('50000')
  const deposit = await quote()
  const txid = await payOnChain(app, deposit, { blocks: 2 })
  await creditAutomatically(app)
  await testApp.database.owner.query(
    `update chain_sighting set gone_at = seen_at, block_height = null, block_hash = null, ` +
      `block_at = null`,
  )

  expect(txid).toBeTruthy()
  expect(await listVanishedCredits(app.db, app.clock.now())).toEqual([deposit.id])
  expect(await read(deposit)).toMatchObject({ status: 'completed', credited: 50_000n })
  app.clock.advance(8 * 86_400_000)
  expect(await listVanishedCredits(app.db, app.clock.now())).toEqual([])
})
