import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../testing.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let testApp: TestApp
let ines: Admin

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 8 })
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

/** Requests withdrawals of one member, each a cent below the threshold, and returns their ids. */
async function requestBelowThreshold(count: number): Promise<string[]> {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 20_000_000n })

  const ids: string[] = []
  const input = { amount: '9999.99', method: 'ETHERIUM', address: TEST_ADDRESS }
  for (let made = 0; made < count; made++)
    ids.push((await requestWithdrawal(testApp.app, member, input)).id)

  return ids
}

const countByStatus = (statuses: readonly string[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      status,
      statuses.filter((each) => each === status).length,
    ]),
  )

const APPROVE = `update withdrawal set status = 'approved', approved_at = $2, approved_by = 'x',
  fee = 0, rate = 1, rate_source = 'x', rate_at = $2, coin_amount = 1, second_admin_from = 1000000
  where id = $1`

/** Approves by SQL as the application's role, and returns the outcome. */
const approveBySql = (id: string, at: Date) =>
  testApp.database.pool.query(APPROVE, [id, at]).then(
    () => 'approved',
    (error) => error.code,
  )

/** Returns whether a transaction of this database waits for another to end. */
const isWaiting = async () =>
  (
    await testApp.database.owner.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event in ('transactionid', 'tuple', 'advisory')`,
    )
  ).rowCount !== 0

test('six parallel approvals by one admin approve one withdrawal; the others wait', async () => {
  const ids = await requestBelowThreshold(6)
  const approved = await Promise.all(ids.map((id) => approveReviewed(testApp.app, ines, id)))
  expect(countByStatus(approved.map(({ status }) => status))).toEqual({ approved: 1, pending: 5 })
})

test('an approval waits for a transaction that holds the money and locks the member', async () => {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 50_000n })
  const input = { amount: '100', method: 'ETHERIUM', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(testApp.app, member, input)

  const closing = await testApp.database.pool.connect()
  await closing.query('begin')
  await closing.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `withdrawals/${member.id}`,
  ])
  const approval = approveReviewed(testApp.app, ines, id)
  await expect.poll(isWaiting, { timeout: 5_000 }).toBe(true)
  await closing.query('select from member where id = $1 for update nowait', [member.id])
  await closing.query('commit')
  closing.release()

  expect(await approval).toMatchObject({ status: 'approved' })
})

test('nine requests of yesterday are summed by the time of their approval', async () => {
  const ids = await requestBelowThreshold(9)
  testApp.app.clock.advance(25 * HOUR_MS)

  const statuses: string[] = []
  for (const id of ids) statuses.push((await approveReviewed(testApp.app, ines, id)).status)

  expect(countByStatus(statuses)).toEqual({ approved: 1, pending: 8 })
})

test('parallel approvals by SQL pass no threshold, at any time they are dated', async () => {
  const now = testApp.app.clock.now()
  const parallel = await requestBelowThreshold(6)
  const outcomes = await Promise.all(parallel.map((id) => approveBySql(id, now)))
  expect(countByStatus(outcomes)).toEqual({ approved: 1, 23514: 5 })

  for (const direction of [-1, 1]) {
    const dated: string[] = []
    for (const [day, id] of (await requestBelowThreshold(4)).entries())
      dated.push(
        await approveBySql(id, new Date(now.getTime() + direction * (day - 5) * 25 * HOUR_MS)),
      )

    expect(countByStatus(dated)).toEqual({ approved: 1, 23514: 3 })
  }
})

test('approvals by SQL in one statement, or on an older state, pass no threshold', async () => {
  const now = testApp.app.clock.now()
  const ids = await requestBelowThreshold(3)
  const all = testApp.database.pool.query(APPROVE.replace('= $1', '= any($1)'), [ids, now])
  await expect(all).rejects.toMatchObject({ code: '23514' })

  const [first = '', second = ''] = ids
  const client = await testApp.database.pool.connect()

  try {
    await client.query('begin isolation level repeatable read')
    await client.query('select from withdrawal limit 1')
    expect(await approveBySql(first, now)).toBe('approved')
    await expect(client.query(APPROVE, [second, now])).rejects.toMatchObject({ code: '23514' })
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('an approval by SQL waits for another of the same member, and counts it', async () => {
  const now = testApp.app.clock.now()
  const [first = '', second = ''] = await requestBelowThreshold(2)
  const client = await testApp.database.pool.connect()

  try {
    await client.query('begin')
    await client.query(APPROVE, [first, now])

    let isAnswered = false
    const outcome = approveBySql(second, now).finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true)
    await client.query('commit')

    expect(await outcome).toBe('23514')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
