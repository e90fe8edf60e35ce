import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { signTestApproval } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { DEFAULT_TERMS, FEE_ANNOUNCEMENT_MS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import {
  findSettingChange,
  findTerms,
  getPaymentMethod,
  getSetting,
} from '#modules/settings/queries.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { changePaymentTerms } from './change-payment-terms.ts'
import { changeSetting } from './change-setting.ts'

let testApp: TestApp
let ruth: Admin
let ines: Admin

beforeAll(async () => {
  testApp = await createTestApp()
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

type Fees = { withdrawalFee: bigint; minWithdrawal: bigint }

async function changeFees(fees: Partial<Fees>) {
  const { terms, changed } = await findTerms(testApp.app.db, 'USDT', testApp.app.clock.now())
  const version = changed?.at.toISOString() ?? ''
  testApp.app.clock.advance(1)

  return await changePaymentTerms(testApp.app, ruth, {
    method: 'USDT',
    terms: { ...terms, ...fees },
    version,
  })
}

/** Announces a higher fee by two admins. */
async function raiseFee(withdrawalFee: bigint) {
  const proposal = await changeFees({ withdrawalFee })
  if (!proposal) throw new Error('a higher fee is proposed')
  const { id, contentHash } = proposal
  await decideProposal(testApp.app, ines, { id, contentHash, approve: true })
}

const getUsdt = () =>
  getPaymentMethod(testApp.app.db, testApp.app.config, testApp.app.clock.now(), 'USDT')

async function requestUsdt() {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 100_000n })
  const input = { amount: '300', method: 'USDT', address: TEST_ADDRESS }
  return await requestWithdrawal(testApp.app, member, input)
}

test('The terms in the database are the defaults of each method.', async () => {
  for (const method of PAYMENT_METHODS)
    expect((await findTerms(testApp.app.db, method, testApp.app.clock.now())).terms).toEqual(
      DEFAULT_TERMS[method],
    )
})

test('A higher fee needs a second admin, is mailed to all members and applies after 30 days.', async () => {
  const before = await requestUsdt()
  await raiseFee(900n)
  expect(await getUsdt()).toMatchObject({
    withdrawalFee: 300n,
    announcedFees: { withdrawalFee: 900n },
  })

  const { rows } = await testApp.database.owner.query(
    `select count(*)::int as mailed, (select count(*)::int from member) as members
      from outbox where template = 'fees-raised'`,
  )
  expect(rows[0]?.mailed).toBe(rows[0]?.members)

  testApp.app.clock.advance(FEE_ANNOUNCEMENT_MS - DAY_MS)
  expect((await requestUsdt()).fee).toBe(300n)

  testApp.app.clock.advance(DAY_MS)
  expect(await getUsdt()).toMatchObject({ withdrawalFee: 900n, announcedFees: null })
  expect((await requestUsdt()).fee).toBe(900n)
  expect((await approveReviewed(testApp.app, ines, before.id)).fee).toBe(300n)
})

test('A lower fee applies at once, and replaces an announced one.', async () => {
  await raiseFee(1_000n)
  expect(await changeFees({ withdrawalFee: 100n })).toBeNull()
  expect(await getUsdt()).toMatchObject({ withdrawalFee: 100n, announcedFees: null })

  testApp.app.clock.advance(2 * FEE_ANNOUNCEMENT_MS)
  expect((await getUsdt()).withdrawalFee).toBe(100n)
})

test('A fee or a minimum above the ceiling is refused.', async () => {
  for (const fees of [{ withdrawalFee: 2_501n }, { minWithdrawal: 2_501n }])
    await expect(changeFees(fees)).rejects.toMatchObject({
      code: 'invalid_setting',
      field: Object.keys(fees)[0],
    })
})

async function changeCeiling(ceiling: string) {
  const version = (await findSettingChange(testApp.app.db, 'fees'))?.at.toISOString() ?? ''
  return await changeSetting(testApp.app, ruth, { name: 'fees', value: { ceiling }, version })
}

test('The ceiling is lowered at once, not below a fee, and raised by two admins only.', async () => {
  await expect(changeCeiling('1999')).rejects.toMatchObject({
    code: 'invalid_setting',
    field: 'fees.ceiling',
    message: 'A fee or minimum of $20.00 is in force or announced. Lower it first.',
  })
  expect(await changeCeiling('2400')).toBeNull()
  await expect(changeFees({ minWithdrawal: 2_401n })).rejects.toMatchObject({
    field: 'minWithdrawal',
    message: "The minimum withdrawal can't exceed $24.00.",
  })
  await expect(
    testApp.database.pool.query(
      `insert into fee_terms (method, withdrawal_fee_cents, min_withdrawal_cents, announced_at,
        effective_from, announced_by) values ('USDT', 100, 2401, $1, $2, 'x')`,
      [testApp.app.clock.now(), new Date(testApp.app.clock.now().getTime() + FEE_ANNOUNCEMENT_MS)],
    ),
  ).rejects.toThrow('above the ceiling of 2400 cents')

  await expect(changeCeiling('2501')).rejects.toMatchObject({ field: 'fees.ceiling' })
  expect(await changeCeiling('2500')).toMatchObject({ permission: 'setting.loosen' })
  expect(await getSetting(testApp.app.db, testApp.app.config, 'fees')).toEqual({ ceiling: '2400' })
})

test('The database refuses a higher fee without notice or approval, and one above the ceiling.', async () => {
  const now = testApp.app.clock.now()
  const later = new Date(now.getTime() + FEE_ANNOUNCEMENT_MS)
  const announce = (fee: number, from: Date, at = now, approval: string | null = null) =>
    testApp.database.pool
      .query(
        `insert into fee_terms (method, withdrawal_fee_cents, min_withdrawal_cents, announced_at,
          effective_from, announced_by, approval_id) values ('USDT', $1, 2400, $2, $3, 'x', $4)`,
        [fee, at, from, approval],
      )
      .then(
        () => 'announced',
        ({ message }) => String(message),
      )

  expect(await announce(2_300, now)).toMatch('30 days')
  expect(await announce(2_300, later)).toMatch('two admins')
  await expect(
    testApp.database.owner.query(`begin; set local session_replication_role = replica;
      insert into fee_terms (method, withdrawal_fee_cents, min_withdrawal_cents, announced_at,
        effective_from, announced_by) values ('USDT', 2501, 2500, now(), now(), 'x')`),
  ).rejects.toMatchObject({ code: '23514' })
  expect(await announce(2_300, now, new Date('2026-02-01T00:00:00Z'))).toMatch('order of time')

  const { rows } = await testApp.database.owner.query(
    "select id from approvals.proposals where permission = 'fees.raise' limit 1",
  )
  expect(await announce(2_300, later, now, rows[0]?.id)).toMatch('two admins')
  await expect(
    testApp.database.pool.query('update fee_terms set withdrawal_fee_cents = 1'),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    testApp.database.owner.query('update withdrawal set quoted_fee = 2501 where amount = 30000'),
  ).rejects.toMatchObject({ code: '23514' })
})

test('A lower fee that was announced is not raised by one admin, and an approval raises a fee once.', async () => {
  const own = await createTestApp()
  const now = own.app.clock.now()
  const announce = (fee: number, days: number, approval: string | null = null) =>
    own.database.pool
      .query(
        `insert into fee_terms (method, withdrawal_fee_cents, min_withdrawal_cents, announced_at,
          effective_from, announced_by, approval_id) values ('USDT', $1, 2000, $2, $3, 'x', $4)`,
        [fee, now, new Date(now.getTime() + days * DAY_MS), approval],
      )
      .then(
        () => 'announced',
        ({ message }) => String(message),
      )

  expect(await announce(100, 1)).toBe('announced')
  expect(await announce(300, 0), 'as high as it is today').toMatch('30 days')
  expect(await announce(300, 30)).toMatch('two admins')

  const content = '{"method":"USDT","withdrawalFee":"300","minWithdrawal":"2000"}'
  const id = 'prp_00000000000000000001'
  await own.database.pool.query(
    `select approvals.propose($1, 'fees.raise', 'USDT', $2, null, 'adm_a', 'A', $3, $4)`,
    [id, content, now, new Date(now.getTime() + DAY_MS)],
  )
  await runInTransaction(own.app.db, async (tx) => {
    await sql`select approvals.decide(${id}, true, sha256(convert_to(${content}, 'UTF8')),
      'adm_b', 'B', ${now}, null)`.execute(tx)
    await signTestApproval(tx, id, 'adm_b', now)
  })
  expect(await announce(300, 30, id)).toBe('announced')
  expect(await announce(100, 0)).toBe('announced')
  expect(await announce(300, 30, id)).toMatch('unique')
  await own.close()
})
