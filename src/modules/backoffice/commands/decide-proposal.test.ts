import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { PERMISSIONS, PROPOSAL_LIFE_MS } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { proposeUnfreeze } from '#modules/integrity/commands/propose-unfreeze.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { getAnyWithdrawal } from '#modules/withdrawals/queries.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'

let server: TestServer
let ruth: Awaited<ReturnType<TestServer['asAdmin']>>
let ines: typeof ruth
beforeAll(async () => {
  server = await testServer()
  ruth = await server.asAdmin('owner')
  ines = await server.asAdmin('finance')
})
afterAll(() => server.close())

async function requestLargeWithdrawal() {
  const { member } = await createTestMember(server.app)
  await fundMember(server.app, member.id, { cash: 5_000_000n })

  const request = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(server.app, member, request)
  await approveReviewed(server.app, ines.admin, id)
  return { id, member }
}
let keys = 0
const send = (who: typeof ruth, path: string, body: object) =>
  server.send('POST', `/api/admin/approvals/${path}`, { token: who.token, key: `k${++keys}`, body })
const readNewest = async (who = ruth) =>
  (await server.send('GET', '/api/admin/approvals', { token: who.token })).json.data[0]

describe('deciding a proposal', () => {
  test('Approving a proposal executes it at once.', async () => {
    const { id } = await requestLargeWithdrawal()
    const proposal = await readNewest()
    expect(proposal).toMatchObject({
      permission: 'withdrawal.approve',
      subject: id,
      state: 'waiting',
      mayDecide: true,
      content: { amount: '2000000', coin: 'USDT', address: TEST_ADDRESS },
      proposed: { by: ines.admin.label, mine: false },
    })

    const review = { hash: proposal.hash, addressReviewed: true }
    const answer = await send(ruth, `${proposal._id}/approve`, review)
    expect(answer.json).toMatchObject({
      message: 'Proposal approved',
      data: { state: 'approved' },
    })
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('approved')
    expect(
      (await listAuditEvents(server.app.db, { subjectId: proposal._id })).map(
        (event) => event.action,
      ),
    ).toEqual(['proposal.approved', 'proposal.made'])
    expect((await send(ruth, `${proposal._id}/approve`, { hash: proposal.hash })).json.code).toBe(
      'already_decided',
    )
  })

  test('A second admin approves a new address only after reviewing it.', async () => {
    const { id } = await requestLargeWithdrawal()
    const { _id, hash } = await readNewest()
    const details = await server.send('GET', `/api/admin/approvals/${_id}`, { token: ruth.token })
    expect(details.json.data.newAddress).toBe(true)

    const unread = await send(ruth, `${_id}/approve`, { hash })
    expect([unread.status, unread.json.code]).toEqual([422, 'address_review_needed'])
    expect(unread.json.errors[0].field).toBe('addressReviewed')
    expect((await readNewest()).state).toBe('waiting')
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')

    const read = await send(ruth, `${_id}/approve`, { hash, addressReviewed: true })
    expect(read.status).toBe(200)
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('approved')
  })

  test('An address saved a day ago needs no review by the second admin.', async () => {
    const { id } = await requestLargeWithdrawal()
    server.clock.advance(DAY_MS)
    ruth = await server.asAdmin('owner')
    ines = await server.asAdmin('finance')

    const { _id, hash } = await readNewest()
    const details = await server.send('GET', `/api/admin/approvals/${_id}`, { token: ruth.token })
    expect(details.json.data.newAddress).toBe(false)
    expect((await send(ruth, `${_id}/approve`, { hash })).status).toBe(200)
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('approved')
  })

  test('The proposer, other content, a missing role and expiry prevent an approval.', async () => {
    const { id } = await requestLargeWithdrawal()
    const { _id, hash } = await readNewest()

    expect((await readNewest(ines)).mayDecide).toBe(false)
    expect((await send(ines, `${_id}/approve`, { hash })).json.code).toBe('second_admin')
    expect((await send(ruth, `${_id}/approve`, { hash: '0'.repeat(64) })).json.code).toBe(
      'content_changed',
    )
    expect((await send(ruth, `${_id}/approve`, {})).json.errors[0].field).toBe('hash')

    const support = await server.asAdmin('support')
    expect((await send(support, `${_id}/approve`, { hash })).json.code).toBe('role_missing')
    expect((await send(ruth, 'prp_none/approve', { hash })).status).toBe(404)

    server.clock.advance(PROPOSAL_LIFE_MS)
    ruth = await server.asAdmin('owner')
    ines = await server.asAdmin('finance')

    expect((await readNewest()).state).toBe('expired')
    expect((await send(ruth, `${_id}/approve`, { hash })).json.code).toBe('proposal_expired')
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')
  })

  test('Rejecting a proposal needs a reason and executes nothing.', async () => {
    const { id } = await requestLargeWithdrawal()
    const { _id, hash } = await readNewest()
    expect((await send(ruth, `${_id}/reject`, { hash })).json.errors[0].field).toBe('reason')

    const answer = await send(ines, `${_id}/reject`, { hash, reason: 'It was the wrong member.' })
    expect(answer.json.data).toMatchObject({
      state: 'rejected',
      decided: { reason: 'It was the wrong member.' },
    })
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')

    const rejected = await server.send('GET', '/api/admin/approvals?state=rejected', {
      token: ruth.token,
    })
    expect(rejected.json.data).toHaveLength(1)
  })

  test('A proposal that can’t be executed stays undecided.', async () => {
    const { id, member } = await requestLargeWithdrawal()
    const { _id, hash } = await readNewest()

    await server.database.owner.query(
      "update member set withdrawals_frozen_until = '2999-01-01' where id = $1",
      [member.id],
    )
    expect((await send(ruth, `${_id}/approve`, { hash })).json.code).toBe('withdrawals_frozen')
    expect((await readNewest()).state).toBe('waiting')
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')
  })
})

test('Frozen books reject money calls, stay readable, and are unfrozen by two admins.', async () => {
  const { member, token } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 100_000n })
  await sql`select ledger.freeze_ledger('invariant 2', ${server.app.clock.now()})`.execute(
    server.app.db,
  )

  const request = { amount: '100', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const requestMoney = () =>
    server.send('POST', '/api/withdraw', { token, key: `w${++keys}`, body: request })
  const rejected = await requestMoney()

  expect([rejected.status, rejected.json.code]).toEqual([503, 'ledger_frozen'])
  expect(rejected.json.message).toContain('Nothing was changed')
  expect((await server.send('GET', '/api/user', { token })).json.data.withdrawable_balance).toBe(
    '1000.00',
  )

  const { id } = await proposeUnfreeze(server.app, ruth.admin, {
    reason: 'A test, and it is over now.',
  })
  const { hash } = await readNewest()
  expect((await send(ruth, `${id}/approve`, { hash })).json.code).toBe('second_admin')
  expect((await send(ines, `${id}/approve`, { hash })).status).toBe(200)
  expect(await findFreeze(server.app.db)).toBeNull()
  expect((await requestMoney()).status).toBe(200)
})

test('Each permission that may need a second admin has an executor.', async () => {
  const { PROPOSAL_EXECUTORS } = await import('./decide-proposal.ts')
  /** Permissions that are decided on another screen or execute outside this map. */
  const elsewhere = [
    'member.reset-factor',
    'deposit.confirm',
    'receiving-address.change',
    'balance.adjust',
  ]

  const withSecondAdmin = Object.entries(PERMISSIONS).filter(
    ([, { secondAdminFrom }]) => secondAdminFrom.sandbox !== null || secondAdminFrom.live !== null,
  )
  const missing = withSecondAdmin
    .map(([permission]) => permission)
    .filter((permission) => !(permission in PROPOSAL_EXECUTORS) && !elsewhere.includes(permission))
  expect(missing).toEqual([])
})
