import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, PROPOSAL_LIFE_MS } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { proposeUnfreeze } from '#modules/integrity/commands/propose-unfreeze.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { approveWithdrawal } from '#modules/withdrawals/commands/approve-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { getAnyWithdrawal } from '#modules/withdrawals/queries.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
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

async function largeWithdrawal() {
  const { member } = await createTestMember(server.app)
  await fundMember(server.app, member.id, { cash: 5_000_000n })

  const request = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(server.app, member, request)
  await approveWithdrawal(server.app, ines.admin, id)
  return { id, member }
}
let keys = 0
const send = (who: typeof ruth, path: string, body: object) =>
  server.send('POST', `/api/admin/approvals/${path}`, { token: who.token, key: `k${++keys}`, body })
const newest = async (who = ruth) =>
  (await server.send('GET', '/api/admin/approvals', { token: who.token })).json.data[0]

describe('a proposal is decided by somebody else, on exactly what was shown, in time, once', () => {
  test('approved, it is carried out at once', async () => {
    const { id } = await largeWithdrawal()
    const shown = await newest()
    expect(shown).toMatchObject({
      permission: 'withdrawal.approve',
      subject: id,
      state: 'waiting',
      mayDecide: true,
      content: { amount: '2000000', coin: 'USDT', address: TEST_ADDRESS },
      proposed: { by: ines.admin.label, mine: false },
    })

    const answer = await send(ruth, `${shown._id}/approve`, { hash: shown.hash })
    expect(answer.json).toMatchObject({
      message: 'Approved and carried out',
      data: { state: 'approved' },
    })
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('approved')
    expect(
      (await listAuditEvents(server.app.db, { subjectId: shown._id })).map((act) => act.action),
    ).toEqual(['proposal.approved', 'proposal.made'])
    expect((await send(ruth, `${shown._id}/approve`, { hash: shown.hash })).json.code).toBe(
      'already_decided',
    )
  })

  test('not by who proposed, nor on other content, nor without a role that may, nor after three days', async () => {
    const { id } = await largeWithdrawal()
    const { _id, hash } = await newest()

    expect((await newest(ines)).mayDecide).toBe(false)
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

    expect((await newest()).state).toBe('expired')
    expect((await send(ruth, `${_id}/approve`, { hash })).json.code).toBe('proposal_expired')
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')
  })

  test('rejected with a reason, or taken back by who proposed, nothing is carried out', async () => {
    const { id } = await largeWithdrawal()
    const { _id, hash } = await newest()
    expect((await send(ruth, `${_id}/reject`, { hash })).json.errors[0].field).toBe('reason')

    const answer = await send(ines, `${_id}/reject`, { hash, reason: 'I took the wrong one.' })
    expect(answer.json.data).toMatchObject({
      state: 'rejected',
      decided: { reason: 'I took the wrong one.' },
    })
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')

    const rejected = await server.send('GET', '/api/admin/approvals?state=rejected', {
      token: ruth.token,
    })
    expect(rejected.json.data).toHaveLength(1)
  })

  test('what can no longer be carried out leaves the proposal undecided', async () => {
    const { id, member } = await largeWithdrawal()
    const { _id, hash } = await newest()

    await server.database.owner.query(
      "update member set withdrawals_frozen_until = '2999-01-01' where id = $1",
      [member.id],
    )
    expect((await send(ruth, `${_id}/approve`, { hash })).json.code).toBe('withdrawals_frozen')
    expect((await newest()).state).toBe('waiting')
    expect((await getAnyWithdrawal(server.app.db, id)).status).toBe('pending')
  })
})

test('frozen books refuse what moves money with a sentence, go on being read, and thaw by two admins', async () => {
  const { member, token } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 100_000n })
  await sql`select ledger.freeze_books('invariant 2', ${server.app.clock.now()})`.execute(
    server.app.db,
  )

  const request = { amount: '100', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const ask = () =>
    server.send('POST', '/api/withdraw', { token, key: `w${++keys}`, body: request })
  const refused = await ask()

  expect([refused.status, refused.json.code]).toEqual([503, 'books_frozen'])
  expect(refused.json.message).toContain('Nothing was changed')
  expect((await server.send('GET', '/api/user', { token })).json.data.withdrawable_balance).toBe(
    '1000.00',
  )

  const { id } = await proposeUnfreeze(server.app, ruth.admin, {
    reason: 'A test, and it is over now.',
  })
  const { hash } = await newest()
  expect((await send(ruth, `${id}/approve`, { hash })).json.code).toBe('second_admin')
  expect((await send(ines, `${id}/approve`, { hash })).status).toBe(200)
  expect(await findFreeze(server.app.db)).toBeNull()
  expect((await ask()).status).toBe(200)
})

test('every act that a second admin may have to decide can be carried out', async () => {
  const { PROPOSAL_EXECUTORS: CARRIED_OUT_BY } = await import('./decide-proposal.ts')
  /** Decided on where they are made, or not built yet: a later issue takes them out of here. */
  const elsewhere = [
    'member.reset-factor',
    'deposit.confirm',
    'receiving-address.change',
    'balance.adjust',
  ]

  const approved = Object.entries(PERMISSIONS).filter(
    ([, { secondAdminFrom }]) => secondAdminFrom.sandbox !== null || secondAdminFrom.live !== null,
  )
  const missing = approved
    .map(([permission]) => permission)
    .filter((permission) => !(permission in CARRIED_OUT_BY) && !elsewhere.includes(permission))
  expect(missing).toEqual([])
})
