import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BATCHES,
  listIds,
  type PayoutServer,
  type SignedInAdmin,
  startPayoutServer,
} from '../../../../tests/support/payout-batches.ts'

let payouts: PayoutServer

beforeAll(async () => {
  payouts = await startPayoutServer()
})
afterAll(() => payouts.server.close())

test('cancelling an exported batch always needs a second admin and a reason', async () => {
  const { createApproved, exportBatch, readFile, findWithdrawal, approveNewest, query, post } =
    payouts
  const { ines, ruth } = payouts.staff
  const { id } = await createApproved()
  const paid = await createApproved()
  const batchId = await exportBatch()
  await post(`/api/admin/withdrawals/${paid.id}/paid`, ines, { txid: 'tx-before-the-cancel' })
  const cancel = (reason?: string) =>
    post(`${BATCHES}/${batchId}/cancel`, ines, reason ? { reason } : {})

  expect((await cancel()).json.errors[0].field).toBe('reason')
  expect((await cancel('The file was never sent.')).status).toBe(202)
  expect((await payouts.get(BATCHES)).json.data.batches[0].cancelling).toMatchObject({
    by: ines.admin.label,
  })
  expect((await cancel('The file was never sent.')).json.code).toBe('already_proposed')
  expect((await approveNewest(ines)).json.code).toBe('second_admin')
  expect((await findWithdrawal(id)).payoutBatch).not.toBeNull()

  const alone = `update payout_batch set status = 'cancelled', cancelled_at = now(),
    cancelled_by = 'x', cancel_reason = 'x', cancel_approval_id = 'prp_x' where id = $1`
  expect(await query(alone, [batchId])).toContain('needs the approval of two admins')

  expect((await approveNewest(ruth)).status).toBe(200)
  expect((await findWithdrawal(id)).payoutBatch).toBeNull()
  expect((await findWithdrawal(paid.id)).payoutBatch).not.toBeNull()
  expect((await readFile(batchId)).json.code).toBe('batch_cancelled')
  expect(listIds((await readFile(await exportBatch())).text)).toEqual([id])
})

test('a batch that is paid in full is not cancelled, and support cancels none', async () => {
  const { server, createApproved, exportBatch, post, get } = payouts
  const { ines } = payouts.staff
  const { id } = await createApproved()
  const batchId = await exportBatch()
  const reason = 'The file was never sent.'
  const cancel = (by: SignedInAdmin) => post(`${BATCHES}/${batchId}/cancel`, by, { reason })
  expect((await cancel(await server.asAdmin('support'))).status).toBe(403)

  const payable = (await get('/api/admin/withdrawals?status=approved')).json.data
  for (const { _id } of payable)
    await post(`/api/admin/withdrawals/${_id}/paid`, ines, { txid: `tx-of-${_id}` })
  expect(payable.map(({ _id }: { _id: string }) => _id)).toContain(id)
  expect((await cancel(ines)).json.code).toBe('batch_paid')
})
