import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../testing.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let server: TestServer
type Someone = Awaited<ReturnType<TestServer['asAdmin']>>
let ines: Someone
let ruth: Someone

const BATCHES = '/api/admin/payout-batches'
const post = async (path: string, by: Someone, body: object = {}) =>
  await server.send('POST', path, { token: by.token, key: randomUUID(), body })
const get = async (path: string, by = ines) => await server.send('GET', path, { token: by.token })

beforeAll(async () => {
  server = await testServer()
  ines = await server.asAdmin('finance')
  ruth = await server.asAdmin('owner')
})
afterAll(() => server.close())

async function createApproved(amount = '300') {
  const { member } = await createTestMember(server.app)
  await fundMember(server.app, member.id, { cash: 2_000_000n })
  const input = { amount, method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(server.app, member, input)
  await approveReviewed(server.app, ines.admin, id)
  return { id, member }
}

/** Exports what waits, and returns the id of the batch. */
async function exportBatch(): Promise<string> {
  const { status, json } = await post(BATCHES, ines)
  expect(status).toBe(200)
  return json.data._id
}

const readFile = async (id: string) => await get(`${BATCHES}/${id}/file`)
const listIds = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])

const findWithdrawal = async (id: string) =>
  (await get(`/api/admin/withdrawals/${id}/review`)).json.data.withdrawal

const query = (text: string, values: unknown[]) =>
  server.database.pool.query(text, values).then(
    () => 'accepted',
    ({ message }) => String(message),
  )

async function approveNewest(by: Someone) {
  const [proposal] = (await get('/api/admin/approvals', by)).json.data
  return await post(`/api/admin/approvals/${proposal._id}/approve`, by, { hash: proposal.hash })
}

test('cancelling an exported batch always needs a second admin and a reason', async () => {
  const { id } = await createApproved()
  const paid = await createApproved()
  const batchId = await exportBatch()
  await post(`/api/admin/withdrawals/${paid.id}/paid`, ines, { txid: 'tx-before-the-cancel' })
  const cancel = (reason?: string) =>
    post(`${BATCHES}/${batchId}/cancel`, ines, reason ? { reason } : {})

  expect((await cancel()).json.errors[0].field).toBe('reason')
  expect((await cancel('The file was never sent.')).status).toBe(202)
  expect((await cancel('The file was never sent.')).json.code).toBe('already_proposed')
  expect((await approveNewest(ines)).json.code).toBe('second_admin')
  expect((await findWithdrawal(id)).payoutBatch).not.toBeNull()

  const alone = `update payout_batch set cancelled_at = now(), cancelled_by = 'x',
    cancel_reason = 'x', cancel_approval_id = 'prp_x' where id = $1`
  expect(await query(alone, [batchId])).toContain('needs the approval of two admins')

  expect((await approveNewest(ruth)).status).toBe(200)
  expect((await findWithdrawal(id)).payoutBatch).toBeNull()
  expect((await findWithdrawal(paid.id)).payoutBatch).not.toBeNull()
  expect((await readFile(batchId)).json.code).toBe('batch_cancelled')
  expect(listIds((await readFile(await exportBatch())).text)).toEqual([id])
})

test('a batch that is paid in full is not cancelled, and support cancels none', async () => {
  const { id } = await createApproved()
  const batchId = await exportBatch()
  const reason = 'The file was never sent.'
  const cancel = (by: Someone) => post(`${BATCHES}/${batchId}/cancel`, by, { reason })
  expect((await cancel(await server.asAdmin('support'))).status).toBe(403)

  const payable = (await get('/api/admin/withdrawals?status=approved')).json.data
  for (const { _id } of payable)
    await post(`/api/admin/withdrawals/${_id}/paid`, ines, { txid: `tx-of-${_id}` })
  expect(payable.map(({ _id }: { _id: string }) => _id)).toContain(id)
  expect((await cancel(ines)).json.code).toBe('batch_paid')
})
