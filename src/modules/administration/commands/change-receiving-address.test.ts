import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { applyApprovedAddress } from '../steps/apply-receiving-address.ts'
import { changeReceivingAddress } from './change-receiving-address.ts'

const OURS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const getAddress = async ({ db, config }: App, at: Date) =>
  (await getPaymentMethod(db, config, at, 'BITCOIN')).address

test('In the sandbox a new address applies at once, and all staff are mailed.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  expect(await changeReceivingAddress(app, owner, { method: 'BITCOIN', address: OURS })).toBeNull()
  expect(await getAddress(app, app.clock.now())).toBe(OURS)

  for (const { email } of [owner, viewer])
    expect((await findMail(app.db, email, 'receiving-address'))?.data).toMatchObject({
      address: OURS,
    })
})

test('In live a new address applies a day after a second admin approves it.', async () => {
  const { admin: owner } = await createTestAdmin(testApp.app)
  const { admin: finance } = await createTestAdmin(testApp.app, { role: 'finance' })
  const app = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } }
  const proposal = await changeReceivingAddress(app, owner, { method: 'BITCOIN', address: OTHER })

  expect(proposal?.content).toEqual({ method: 'BITCOIN', address: OTHER })
  expect((await findMail(app.db, finance.email, 'receiving-address'))?.data).toMatchObject({
    effectiveFrom: null,
  })

  const again = changeReceivingAddress(app, owner, { method: 'BITCOIN', address: OTHER })
  await expect(again).rejects.toMatchObject({ code: 'already_proposed' })

  const signature = await signAsTestAdmin(testApp, finance.id, proposal?.id ?? '')
  await app.db.transaction().execute(async (tx) => {
    if (!proposal) throw new Error('no proposal')
    const agreed = { approve: true, contentHash: proposal.contentHash, signature }
    await applyApprovedAddress(app, tx, finance, await decide(tx, app, finance, proposal, agreed))
  })

  const now = app.clock.now().getTime()
  expect(await getAddress(app, new Date(now + 86_399_000))).toBe(OURS)
  expect(await getAddress(app, new Date(now + 86_400_000))).toBe(OTHER)
})

test('A saved withdrawal address of a member is rejected in both modes.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { member } = await createTestMember(app)

  await saveWallets(app, member, { usdt: TEST_ADDRESS })

  const change = { method: 'ETHERIUM', address: TEST_ADDRESS.toLowerCase() } as const
  for (const MODE of ['sandbox', 'live'] as const) {
    const named = changeReceivingAddress({ ...app, config: { ...app.config, MODE } }, owner, change)
    await expect(named, MODE).rejects.toMatchObject({
      code: 'invalid_address',
      status: 422,
      field: 'address',
    })
  }
})

test('A mistyped address and a caller other than an owner are rejected.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  const set = (by: typeof owner, address: string) =>
    changeReceivingAddress(app, by, { method: 'BITCOIN', address })

  await expect(set(owner, `${OURS.slice(0, -1)}p`)).rejects.toMatchObject({ field: 'address' })
  await expect(set(finance, OURS)).rejects.toMatchObject({ code: 'role_missing' })
})

test('In live the database takes no address without an approval of exactly it, used once, at least a day later.', async () => {
  // in live the database goes by its own clock
  const own = await createTestApp({ at: new Date().toISOString() })
  const { admin: owner } = await createTestAdmin(own.app)
  const { admin: finance } = await createTestAdmin(own.app, { role: 'finance' })
  await own.database.owner.query('select approvals.set_live()')
  const app = { ...own.app, config: { ...own.app.config, MODE: 'live' as const } }

  const store = (address: string, approval: string | null) =>
    own.database.pool
      .query(
        `insert into receiving_address (id, method, address, effective_from, changed_by, changed_at,
          approval_id) values ($1, 'BITCOIN', $2, '2026-01-01', 'x', '2026-01-01', $3)
          returning effective_from`,
        [createId('rad'), address, approval],
      )
      .then(
        ({ rows }) => rows[0].effective_from as Date,
        ({ message }) => String(message),
      )

  expect(await store(OTHER, null)).toMatch('two admins')
  const proposal = await changeReceivingAddress(app, owner, { method: 'BITCOIN', address: OTHER })
  const { id = '', contentHash = '' } = proposal ?? {}
  expect(await store(OTHER, id), 'proposed').toMatch('two admins')

  const signature = await signAsTestAdmin(own, finance.id, id)
  await app.db.transaction().execute(async (tx) => {
    if (!proposal) throw new Error('no proposal')
    await decide(tx, app, finance, proposal, { approve: true, contentHash, signature })
  })
  expect(await store(OURS, id), 'another address').toMatch('two admins')
  const from = await store(OTHER, id)
  expect(Number(from)).toBeGreaterThan(Date.now() + 86_000_000)
  expect(await store(OTHER, id), 'used before').toMatch('unique')
  await own.close()
})
