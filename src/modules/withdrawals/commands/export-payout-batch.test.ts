import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { freezeWithdrawals } from '#modules/identity/steps/freeze-withdrawals.ts'
import {
  BATCHES,
  listIds,
  type PayoutServer,
  startPayoutServer,
} from '../../../../tests/support/payout-batches.ts'
import { exportPayoutBatch } from './export-payout-batch.ts'

let payouts: PayoutServer

beforeAll(async () => {
  payouts = await startPayoutServer()
})
afterAll(() => payouts.server.close())

/** Waits until what was exported alone counts no more, by both clocks. */
async function passADay() {
  const { server, renewSessions } = payouts
  server.clock.advance(25 * HOUR_MS)
  await server.database.owner.query(
    `set session_replication_role = replica;
     update payout_batch set recorded_at = recorded_at - interval '25 hours';
     set session_replication_role = origin`,
  )
  await renewSessions()
}

test('a batch marks its withdrawals as exported: by whom, when, and the batch number', async () => {
  const { server, createApproved, exportBatch, findWithdrawal, get } = payouts
  const { ines } = payouts.staff
  const { id } = await createApproved()
  const batchId = await exportBatch()

  const { payoutBatch } = await findWithdrawal(id)
  expect(payoutBatch).toEqual({
    _id: batchId,
    number: expect.any(Number),
    status: 'exported',
    exportedAt: server.clock.now().toISOString(),
    exportedBy: ines.admin.label,
  })

  const events = await listAuditEvents(server.app.db, { subjectId: batchId })
  expect(events.map(({ action }) => action)).toEqual([
    'payout-batch.exported',
    'payout-batch.created',
  ])
  expect(events[0]).toMatchObject({ action: 'payout-batch.exported', actor: { id: ines.admin.id } })
  expect((await get(BATCHES)).json.data.batches[0]).toMatchObject({ count: 1, sum: '300.00' })
})

test('a withdrawal is exported once: the next batch leaves it out', async () => {
  const { createApproved, exportBatch, readFile, findWithdrawal, post } = payouts
  const { ines } = payouts.staff
  const first = await createApproved()
  await exportBatch()
  const second = await createApproved()

  expect(listIds((await readFile(await exportBatch())).text)).toEqual([second.id])
  const nothing = await post(BATCHES, ines, { method: 'USDT' })
  expect([nothing.status, nothing.json.code]).toEqual([409, 'nothing_to_export'])
  expect((await findWithdrawal(first.id)).status).toBe('approved')
})

test('two admins at once export a batch once', async () => {
  const { createApproved, createBatch, post } = payouts
  const { ines, ruth } = payouts.staff
  await createApproved('50')
  const path = `${BATCHES}/${await createBatch()}/export`
  const answers = await Promise.all([ines, ruth, ines, ruth].map((by) => post(path, by)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.json.code).toBe('already_exported')
})

test('a batch downloaded again is the same file, also after a payment and a new name', async () => {
  const { server, createApproved, exportBatch, readFile, post } = payouts
  const { ines } = payouts.staff
  const { id, member } = await createApproved()
  const batchId = await exportBatch()
  const first = await readFile(batchId)
  expect(first.headers.get('content-disposition')).toMatch(/payouts-\d+\.csv/)

  await server.database.owner.query("update member set first_name = 'Renamed' where id = $1", [
    member.id,
  ])
  await post(`/api/admin/withdrawals/${id}/paid`, ines, { txid: 'tx-of-a-batch' })

  expect((await readFile(batchId)).text).toBe(first.text)
})

test('an exported withdrawal can’t be rejected, in the database neither', async () => {
  const { createApproved, exportBatch, query, post } = payouts
  const { ines } = payouts.staff
  const { id } = await createApproved()
  await exportBatch()

  const reason = 'The member asked for it.'
  const rejected = await post(`/api/admin/withdrawals/${id}/reject`, ines, { reason })
  expect([rejected.status, rejected.json.code]).toEqual([409, 'exported'])
  expect(rejected.json.message).toMatch(/exported in batch \d+ .* two admins have to cancel/)

  const reject = `update withdrawal set status = 'rejected', closed_at = now(), closed_by = 'x',
    reason = 'x'`
  expect(await query(`${reject} where id = $1`, [id])).toContain('violates check constraint')
  expect(await query(`${reject}, payout_batch_id = null where id = $1`, [id])).toMatch(
    /is in batch \d+/,
  )
  const clear = 'update withdrawal set payout_batch_id = null where id = $1'
  expect(await query(clear, [id])).toMatch(/is in batch \d+/)
})

const INSERT = `insert into payout_batch (id, withdrawal_ids, cents, method, created_at, created_by,
    creator_label) values ($1, $2, $3, $4, $5, 'adm_x', 'x')`
const EXPORT = `update payout_batch set status = 'exported', kind = 'csv', file_sha256 = sha256(''),
    exported_at = $2, exported_by = 'adm_x', exporter_label = 'x', second_admin_from = $3
  where id = $1`

test('the database puts a withdrawal in one batch, only an approved one, and only in one that names it', async () => {
  const { server, createApproved, createBatch, exportBatch, query, post } = payouts
  const { ines } = payouts.staff
  const exported = await createApproved()
  const batchId = await exportBatch()
  const { id } = await createApproved()
  const mark = 'update withdrawal set payout_batch_id = $2 where id = $1'
  expect(await query(mark, [id, batchId])).toContain('joins a batch, and one that names it')

  const insert = (ids: string[], method = 'USDT') =>
    query(INSERT, [createId('pbt'), ids, 30_000n, method, server.clock.now()])
  expect(await insert([id])).toContain('is the withdrawals that it names')
  expect(await insert([id], 'BITCOIN')).toContain('is the withdrawals that it names')
  expect(await insert([exported.id])).toContain('is the withdrawals that it names')

  const created = await createBatch()
  const now = server.clock.now()
  expect(await query(mark, [id, batchId])).toContain('is in batch')
  expect(await query(EXPORT, [created, now, 2_000_000n])).toContain('by the configured rule')
  expect(await query(EXPORT, [batchId, now, 1_000_000n])).toContain('does not change')
  expect((await post(`${BATCHES}/${created}/export`, ines)).status).toBe(200)

  const unnamed = 'update payout_batch set cents = 1 where id = $1'
  expect(await query(unnamed, [batchId])).toContain('permission denied')
  expect(await query('delete from payout_batch where id = $1', [batchId])).toContain('denied')
})

test('from the threshold another admin approves the batch, exactly as proposed', async () => {
  const { createApproved, createBatch, exportBatch, readFile } = payouts
  const { findWithdrawal, approveNewest, post, get } = payouts
  await passADay()
  const { ines, ruth } = payouts.staff
  const one = await createApproved('6000')
  const two = await createApproved('5000')
  expect((await get(BATCHES)).json.data.next).toMatchObject([
    { method: 'USDT', count: 2, needsSecondAdmin: true },
  ])

  const batchId = await createBatch()
  const path = `${BATCHES}/${batchId}/export`
  expect((await post(path, ines)).status).toBe(202)
  expect((await readFile(batchId)).json.code).toBe('not_exported')
  expect((await findWithdrawal(one.id)).payoutBatch.status).toBe('created')
  expect((await post(path, ruth)).json.code).toBe('batch_waiting')
  expect((await approveNewest(ines)).json.code).toBe('second_admin')

  const later = await createApproved('40')
  expect((await approveNewest(ruth)).status).toBe(200)

  expect(listIds((await readFile(batchId)).text)).toEqual([one.id, two.id].sort())
  expect((await findWithdrawal(later.id)).payoutBatch).toBeNull()
  expect((await findWithdrawal(one.id)).payoutBatch.exportedBy).toBe(ines.admin.label)
  await exportBatch()
})

test('a batch that was cancelled or paused since it was proposed is not exported', async () => {
  const { server, createApproved, createBatch, approveNewest, post, get } = payouts
  await passADay()
  const { ines, ruth } = payouts.staff
  const other = await createApproved('6000')
  const { id, member } = await createApproved('5000')
  const batchId = await createBatch()
  expect((await post(`${BATCHES}/${batchId}/export`, ines)).status).toBe(202)

  const reason = 'The member asked for it.'
  const rejected = await post(`/api/admin/withdrawals/${id}/reject`, ines, { reason })
  expect(rejected.json.message).toMatch(/is in batch \d+. To reject it, cancel the batch first/)

  await server.app.db
    .transaction()
    .execute((tx) => freezeWithdrawals(tx, member.id, server.clock.now()))
  const changed = await approveNewest(ruth)
  expect([changed.status, changed.json.code]).toEqual([409, 'batch_changed'])

  expect((await post(`${BATCHES}/${batchId}/cancel`, ines, { reason })).status).toBe(200)
  const [proposal] = (await get('/api/admin/approvals', ruth)).json.data
  expect(proposal).toMatchObject({ subject: batchId, state: 'rejected' })
  for (const one of [id, other.id])
    await post(`/api/admin/withdrawals/${one}/reject`, ines, { reason })
})

test('batches below the threshold are summed: one admin exports no large sum in parts', async () => {
  const { server, createApproved, createBatch, exportBatch, approveNewest, query, post } = payouts
  await passADay()
  const { ines, ruth } = payouts.staff
  await createApproved('6000')
  await exportBatch()
  await createApproved('4000')
  const id = await createBatch()
  expect((await post(`${BATCHES}/${id}/export`, ruth)).status).toBe(202)

  for (const at of [server.clock.now(), new Date('2031-01-01')])
    expect(await query(EXPORT, [id, at, 1_000_000n])).toContain('needs the approval of two admins')
  expect((await approveNewest(ines)).status).toBe(200)
})

test('a batch of a member whose withdrawals were paused since is not exported', async () => {
  const { server, createApproved, createBatch, post } = payouts
  const { ines } = payouts.staff
  const { member } = await createApproved()
  const id = await createBatch()
  await server.app.db
    .transaction()
    .execute((tx) => freezeWithdrawals(tx, member.id, server.clock.now()))
  expect((await post(`${BATCHES}/${id}/export`, ines)).json.code).toBe('batch_frozen')
})

test('a frozen member is in no batch; support and viewer export nothing', async () => {
  const { server, createApproved, findWithdrawal, post, get } = payouts
  const { ines } = payouts.staff
  const { id, member } = await createApproved()
  await server.app.db
    .transaction()
    .execute((tx) => freezeWithdrawals(tx, member.id, server.clock.now()))
  expect((await post(BATCHES, ines, { method: 'USDT' })).json.code).toBe('nothing_to_export')
  expect((await findWithdrawal(id)).payoutBatch).toBeNull()

  const { batches } = (await get(BATCHES)).json.data
  for (const role of ['support', 'viewer'] as const) {
    const person = await server.asAdmin(role)
    const path = `${BATCHES}/${batches[0]._id}`
    expect((await post(`${path}/export`, person)).status).toBe(403)
    expect((await get(`${path}/file`, person)).status).toBe(403)
    await expect(
      exportPayoutBatch(server.app, person.admin, { batchId: batches[0]._id }),
      'without the route',
    ).rejects.toMatchObject({ code: 'role_missing' })
  }
})
