import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { requestWithdrawal } from './commands/request-withdrawal.ts'
import { fundMember, OTHER_ADDRESS, TEST_ADDRESS, TEST_BITCOIN } from './testing.ts'

let server: TestServer
let ines: string
let ruth: string
let maya: { member: Member; token: string }
let keys = 0

beforeAll(async () => {
  server = await testServer()
  ines = (await server.asAdmin('finance')).token
  ruth = (await server.asAdmin('owner')).token
  maya = await server.asMember()
  await fundMember(server.app, maya.member.id, { cash: 3_000_000n })
})
afterAll(() => server.close())

const post = (path: string, token: string, body: unknown = {}) =>
  server.send('POST', path, { token, key: `k${++keys}`, body })

async function createWithdrawal(amount: number): Promise<string> {
  const body = { amount, payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  return (await post('/api/withdraw', maya.token, body)).json.data._id
}

const review = async (id: string, token = ines) =>
  (await server.send('GET', `/api/admin/withdrawals/${id}/review`, { token })).json.data

test('the review of an approved withdrawal shows exactly the rows that paying it then posts', async () => {
  const id = await createWithdrawal(500)
  const pending = await review(id)
  expect(pending).toMatchObject({
    fixed: false,
    balance: '29500.00',
    held: '500.00',
    proposed: null,
  })

  await post(`/api/admin/withdrawals/${id}/approve`, ines, { addressReviewed: true })

  const approved = await review(id)
  expect(approved.fixed).toBe(true)
  expect(approved.entries.map((row: { credit: string }) => row.credit)).toEqual([
    'fees',
    'exchange:USD',
    'custody:hot:USDT',
  ])

  await post(`/api/admin/withdrawals/${id}/paid`, ines, { txid: 'f00d' })

  const paid = await review(id)
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, seq: null }))
  expect(plain(paid.entries).slice(-3)).toEqual(approved.entries)
})

test('the review of a large withdrawal names who approved first, and whether that was the reader', async () => {
  const id = await createWithdrawal(12_000)
  expect(
    (await post(`/api/admin/withdrawals/${id}/approve`, ines, { addressReviewed: true })).status,
  ).toBe(202)
  expect((await review(id, ines)).proposed).toMatchObject({ mine: true })
  expect((await review(id, ruth)).proposed).toMatchObject({ mine: false, by: expect.any(String) })
})

test('checks flag a new address and the custody balance; each status is counted', async () => {
  const { checks } = await review(await createWithdrawal(100))
  expect(checks).toContainEqual({
    what: 'New address',
    verdict: 'review',
    evidence: 'saved less than an hour ago',
  })

  expect(checks).toContainEqual(
    expect.objectContaining({ what: 'Custody covers the payout', verdict: 'ok' }),
  )

  const counts = await server.send('GET', '/api/admin/withdrawals/counts', { token: ines })
  expect(counts.json.data).toEqual({
    all: 3,
    pending: 2,
    approved: 0,
    completed: 1,
    rejected: 0,
    reversed: 0,
    cancelled: 0,
  })
})

test('a member reads no review, not even of their own withdrawal', async () => {
  const path = `/api/admin/withdrawals/${await createWithdrawal(50)}/review`
  expect([401, 403]).toContain((await server.send('GET', path, { token: maya.token })).status)
})

test('an open withdrawal shows its payment deadline and is late after it', async () => {
  const own = await server.asMember()
  await fundMember(server.app, own.member.id, { cash: 50_000n })

  const body = { amount: 100, payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const { _id } = (await post('/api/withdraw', own.token, body)).json.data
  const read = async () =>
    (await server.send('GET', `/api/withdraw/${_id}`, { token: own.token })).json.data
  const withdrawal = await read()
  const within = Date.parse(withdrawal.expectedBy) - Date.parse(withdrawal.createdAt)

  expect(withdrawal).toMatchObject({ late: false, cooling: false })
  expect(within).toBe(24 * 3_600_000)

  server.clock.advance(24 * 3_600_000 + 1)

  const staff = await server.asAdmin('finance')
  const { json } = await server.send('GET', '/api/admin/withdrawals', { token: staff.token })
  expect(json.data.find((row: { _id: string }) => row._id === _id)).toMatchObject({ late: true })
})

test('a request shows one place in the queue to member and staff, and moves up', async () => {
  type Ask = { token: string; id: string; quotedPlace: number }

  const asks: Ask[] = []
  for (const amount of [21, 22, 23]) {
    server.clock.advance(1)
    const { member, token } = await server.asMember()
    await fundMember(server.app, member.id, { cash: 10_000n })
    const body = { amount, payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
    const { data } = (await post('/api/withdraw', token, body)).json
    asks.push({ token, id: data._id, quotedPlace: data.place })
  }

  const [first, second, third] = asks as [Ask, Ask, Ask]
  const own = async ({ token }: Ask) =>
    (await server.send('GET', '/api/withdraw', { token })).json.data[0].place
  const before = first.quotedPlace - 1

  expect([second.quotedPlace, third.quotedPlace]).toEqual([before + 2, before + 3])

  const { open } = (await server.send('GET', '/api/withdraw/times', { token: first.token })).json
    .data
  expect(open).toBe(before + 3)

  await post(`/api/withdraw/${second.id}/cancel`, second.token)
  expect(await Promise.all(asks.map(own))).toEqual([before + 1, null, before + 2])

  const { token } = await server.asAdmin('viewer')
  const { data } = (await server.send('GET', '/api/admin/withdrawals', { token })).json
  const getQueuePlace = (id: string) => data.find((line: { _id: string }) => line._id === id).place

  expect(asks.map(({ id }) => getQueuePlace(id))).toEqual([before + 1, null, before + 2])
})

test('the review flags an address of another member, and sums what is approved', async () => {
  const own = await server.asMember()
  await fundMember(server.app, own.member.id, { cash: 2_000_000n })
  const request = async (amount: number) =>
    (
      await post('/api/withdraw', own.token, {
        amount,
        payment_channel: 'BITCOIN',
        wallet_address: TEST_BITCOIN,
      })
    ).json.data._id
  const first = await request(9_000)
  type OwnLine = { amount: string; secondAdminNeeded: boolean; approvedOnce: boolean }
  const listOwn = async () => {
    const { json } = await server.send('GET', '/api/withdraw', { token: own.token })
    return json.data
      .map(({ amount, secondAdminNeeded, approvedOnce }: OwnLine) => ({
        amount,
        secondAdminNeeded,
        approvedOnce,
      }))
      .sort((one: OwnLine, other: OwnLine) => one.amount.localeCompare(other.amount))
  }
  const stranger = await server.asMember()
  await fundMember(server.app, stranger.member.id, { cash: 20_000n })
  await post('/api/withdraw', stranger.token, {
    amount: 100,
    payment_channel: 'BITCOIN',
    wallet_address: TEST_BITCOIN,
  })

  const staff = (await server.asAdmin('finance')).token
  expect((await review(first, staff)).checks).toContainEqual({
    what: 'Address saved or used by another member',
    verdict: 'review',
    evidence: 'other members: 1',
  })
  expect(await review(first, staff)).toMatchObject({
    recentSum: '0.00',
    needsSecondAdmin: false,
    newAddress: true,
  })

  expect(
    (await post(`/api/admin/withdrawals/${first}/approve`, staff, { addressReviewed: true }))
      .status,
  ).toBe(200)

  const second = await review(await request(1_000), staff)
  expect(second).toMatchObject({ recentSum: '9000.00', needsSecondAdmin: true })
  expect(await listOwn(), 'before any admin has approved').toEqual([
    { amount: '1000.00', secondAdminNeeded: true, approvedOnce: false },
    { amount: '9000.00', secondAdminNeeded: false, approvedOnce: false },
  ])
  expect(second.checks).toContainEqual(
    expect.objectContaining({ what: 'Custody doesn’t cover the payout', verdict: 'review' }),
  )
})

test('a new address is approved only once the admin has reviewed it; the answer names the field', async () => {
  const { member } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 50_000n })
  const request = { amount: '120', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(server.app, member, request)
  const staff = (await server.asAdmin('finance')).token
  expect((await review(id, staff)).newAddress).toBe(true)

  const unread = await post(`/api/admin/withdrawals/${id}/approve`, staff)
  expect([unread.status, unread.json.code]).toEqual([422, 'address_review_needed'])
  expect(unread.json.errors[0].field).toBe('addressReviewed')
  expect((await review(id, staff)).withdrawal.status).toBe('pending')

  const read = await post(`/api/admin/withdrawals/${id}/approve`, staff, { addressReviewed: true })
  expect(read.status).toBe(200)
})

test('the reason why withdrawals are closed refuses a request, with the end if known', async () => {
  const { member, token } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 50_000n })
  const readClosed = async () =>
    (await server.send('GET', '/api/withdraw/available', { token })).json.data.closed
  const body = { amount: 50, payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const expectSame = async (code: string, until: Date | null) => {
    const closed = await readClosed()
    const refused = (await post('/api/withdraw', token, body)).json
    expect(closed).toEqual({ code, message: refused.message, until: until?.toISOString() ?? null })
    expect(refused.code).toBe(code)
  }
  const set = (column: string, value: unknown) =>
    server.database.owner.query(`update member set ${column} = $1 where id = $2`, [
      value,
      member.id,
    ])

  expect(await readClosed()).toBeNull()

  const until = new Date(server.app.clock.now().getTime() + HOUR_MS)
  await set('withdrawals_frozen_until', until)
  await expectSame('withdrawals_frozen', until)

  const open = { deposits: null, withdrawals: null, signUps: null }
  const since = server.app.clock.now().toISOString()
  const pause = { reason: 'The books are being checked.', since }
  await setTestSetting(server.app, 'pauses', { ...open, withdrawals: pause })
  await expectSame('withdrawals_paused', null)

  await setTestSetting(server.app, 'pauses', open)
  await set('withdrawals_frozen_until', server.app.clock.now())
  expect(await readClosed(), 'a freeze that is over').toBeNull()
})

test('a bulk review leaves out new addresses, and counts custody and the threshold over its rows', async () => {
  const own = await server.asMember()
  await fundMember(server.app, own.member.id, { cash: 5_000_000n })

  // custody holds ether for two of the three
  const { id: planId } = await createPublishedPlan(server.app, { maxAmount: 10_000_000n })
  await createCompletedDeposit(server.app, own.member, createStaff('ines', 'finance'), {
    planId,
    amount: '13000',
    method: 'ETHERIUM',
  })

  const request = async () =>
    (
      await requestWithdrawal(server.app, own.member, {
        amount: '6000',
        method: 'ETHERIUM',
        address: OTHER_ADDRESS,
      })
    ).id
  const ids = [await request(), await request(), await request()]
  const read = async (): Promise<BulkReview> =>
    (
      await server.send('GET', `/api/admin/withdrawals/reviews?ids=${ids.toReversed()}`, {
        token: (await server.asAdmin('finance')).token,
      })
    ).json.data

  const fresh = await read()
  for (const { refusal } of fresh.withdrawals) expect(refusal).toContain('New')
  expect(fresh.ready).toEqual({ count: 0, amount: '0.00', arrives: '0.00' })

  server.clock.advance(25 * 3_600_000)

  const later = await read()
  expect(later.withdrawals.map((row) => [row.refusal, row.needsSecondAdmin])).toEqual([
    [null, false],
    [null, true],
    ['Custody doesn’t cover the payout', true],
  ])
  expect(later.ready).toMatchObject({ count: 2, amount: '12000.00' })

  const { token } = await server.asAdmin('finance')
  const approve = async (id: string) =>
    (await post(`/api/admin/withdrawals/${id}/approve`, token)).status
  const [first = '', second = ''] = later.withdrawals.map(({ withdrawal }) => withdrawal._id)
  expect([await approve(first), await approve(second)]).toEqual([200, 202])

  // what is only proposed takes nothing of custody yet
  expect((await read()).withdrawals.map(({ refusal }) => refusal)).toEqual([
    'No longer pending',
    'Waiting for a second approval',
    null,
  ])
})

type BulkReview = {
  withdrawals: { withdrawal: { _id: string }; refusal: string | null; needsSecondAdmin: boolean }[]
  ready: { count: number; amount: string; arrives: string }
}

test('open withdrawals come in the order of their requests, and late ones are found', async () => {
  const { token } = await server.asAdmin('finance')
  const list = async (query: string) =>
    (await server.send('GET', `/api/admin/withdrawals?${query}`, { token })).json.data as {
      _id: string
      createdAt: string
      late: boolean
      waitingMinutes: number | null
    }[]

  const pending = await list('status=pending')
  const times = pending.map(({ createdAt }) => createdAt)
  expect(times.length).toBeGreaterThan(2)
  expect(times).toEqual(times.toSorted())
  expect(pending.every(({ waitingMinutes }) => waitingMinutes !== null)).toBe(true)

  const late = await list('age=late')
  expect(late.length).toBeGreaterThan(0)
  expect(late.every((row) => row.late)).toBe(true)
  const open = [...pending, ...(await list('status=approved'))]
  expect(late.map(({ _id }) => _id).sort()).toEqual(
    open
      .filter((row) => row.late)
      .map(({ _id }) => _id)
      .sort(),
  )
  expect((await list('status=completed'))[0]?.waitingMinutes).toBeNull()
})
