import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BATCHES,
  type PayoutServer,
  startPayoutServer,
} from '../../../../tests/support/payout-batches.ts'
import { createPayoutBatch } from './create-payout-batch.ts'

let payouts: PayoutServer

beforeAll(async () => {
  payouts = await startPayoutServer()
})
afterAll(() => payouts.server.close())

test('a batch contains the selected withdrawals, or all left of its payment method', async () => {
  const { createApproved, post, get } = payouts
  const { ines } = payouts.staff
  const [one, two, three] = [await createApproved(), await createApproved(), await createApproved()]
  const body = { method: 'USDT', withdrawals: [one.id, three.id] }
  const { json } = await post(BATCHES, ines, body)

  const listLines = async (id: string) =>
    (await get(`${BATCHES}/${id}`)).json.data.lines.map((line: { _id: string }) => line._id)
  expect(await listLines(json.data._id)).toEqual([one.id, three.id].sort())

  const again = await post(BATCHES, ines, body)
  expect([again.status, again.json.code]).toEqual([409, 'not_exportable'])
  const bitcoin = await post(BATCHES, ines, { method: 'BITCOIN' })
  expect([bitcoin.status, bitcoin.json.code]).toEqual([409, 'nothing_to_export'])
  expect(await listLines((await post(BATCHES, ines, { method: 'USDT' })).json.data._id)).toEqual([
    two.id,
  ])
})

test('two admins at once put each withdrawal in one batch', async () => {
  const { createApproved, post } = payouts
  const { ines, ruth } = payouts.staff
  for (let made = 0; made < 3; made++) await createApproved('50')
  const create = (by: typeof ines) => post(BATCHES, by, { method: 'USDT' })
  const answers = await Promise.all([ines, ruth, ines, ruth].map(create))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('a withdrawal in a batch is not marked as paid before the batch is exported', async () => {
  const { createApproved, createBatch, query, post } = payouts
  const { ines } = payouts.staff
  const { id } = await createApproved()
  await createBatch()

  const paid = await post(`/api/admin/withdrawals/${id}/paid`, ines, { txid: 'tx-too-early' })
  expect([paid.status, paid.json.code]).toEqual([409, 'in_batch'])
  const complete = `update withdrawal set status = 'completed', closed_at = now(), closed_by = 'x',
    txid = 'tx-too-early' where id = $1`
  expect(await query(complete, [id])).toContain('is not exported')
})

test('one admin cancels a batch that is not exported, and its withdrawals are free again', async () => {
  const { createApproved, createBatch, findWithdrawal, post } = payouts
  const { ines } = payouts.staff
  const { id } = await createApproved()
  const batchId = await createBatch()
  const reason = 'A withdrawal was missing.'
  expect((await post(`${BATCHES}/${batchId}/cancel`, ines, { reason })).status).toBe(200)
  expect((await findWithdrawal(id)).payoutBatch).toBeNull()
  expect((await post(`${BATCHES}/${batchId}/export`, ines)).json.code).toBe('already_exported')
})

test('support and viewer create no batch', async () => {
  const { server, createApproved, post } = payouts
  await createApproved()

  for (const role of ['support', 'viewer'] as const) {
    const person = await server.asAdmin(role)
    expect((await post(BATCHES, person, { method: 'USDT' })).status).toBe(403)
    await expect(
      createPayoutBatch(server.app, person.admin, { method: 'USDT' }),
      'without the route',
    ).rejects.toMatchObject({ code: 'role_missing' })
  }
})
