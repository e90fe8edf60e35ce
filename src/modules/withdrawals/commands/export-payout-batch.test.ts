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

test('a batch marks its withdrawals as exported: who, when, and the number of the batch', async () => {
  const { server, createApproved, exportBatch, findWithdrawal, get } = payouts
  const { ines } = payouts.staff
  const { id } = await createApproved()
  const batchId = await exportBatch()

  const { payoutBatch } = await findWithdrawal(id)
  expect(payoutBatch).toEqual({
    _id: batchId,
    number: expect.any(Number),
    exportedAt: server.clock.now().toISOString(),
    exportedBy: ines.admin.label,
  })

  const [event] = await listAuditEvents(server.app.db, { subjectId: batchId })
  expect(event).toMatchObject({ action: 'payout-batch.exported', actor: { id: ines.admin.id } })
  expect((await get(BATCHES)).json.data.batches[0]).toMatchObject({ count: 1, sum: '300.00' })
})

test('a withdrawal is exported once: the next batch leaves it out', async () => {
  const { createApproved, exportBatch, readFile, findWithdrawal, post } = payouts
  const { ines } = payouts.staff
  const first = await createApproved()
  await exportBatch()
  const second = await createApproved()

  expect(listIds((await readFile(await exportBatch())).text)).toEqual([second.id])
  const nothing = await post(BATCHES, ines)
  expect([nothing.status, nothing.json.code]).toEqual([409, 'nothing_to_export'])
  expect((await findWithdrawal(first.id)).status).toBe('approved')
})

test('two admins at once export each withdrawal once', async () => {
  const { createApproved, post } = payouts
  const { ines, ruth } = payouts.staff
  for (let made = 0; made < 3; made++) await createApproved('50')
  const answers = await Promise.all([ines, ruth, ines, ruth].map((by) => post(BATCHES, by)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('the same batch downloaded again is the same file, also after a payment and a new name', async () => {
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
    /was exported in batch \d+/,
  )
  const clear = 'update withdrawal set payout_batch_id = null where id = $1'
  expect(await query(clear, [id])).toMatch(/was exported in batch \d+/)
})

const INSERT = `insert into payout_batch (id, withdrawal_ids, cents, file_sha256, exported_at,
    exported_by, exporter_label, second_admin_from)
  values ($1, $2, $3, sha256(''), $4, 'adm_x', 'x', $5)`

test('the database exports a withdrawal once, only an approved one, and only in a batch that names it', async () => {
  const { server, createApproved, exportBatch, query } = payouts
  const exported = await createApproved()
  const batchId = await exportBatch()
  const { id } = await createApproved()
  const mark = 'update withdrawal set payout_batch_id = $2 where id = $1'
  expect(await query(mark, [id, batchId])).toContain('in a batch that names it')

  const insert = (ids: string[], cents = 30_000n, from = 1_000_000n) =>
    query(INSERT, [createId('pbt'), ids, cents, server.clock.now(), from])
  expect(await insert([id])).toContain('is the withdrawals that it names')
  expect(await insert([exported.id])).toContain('is the withdrawals that it names')
  expect(await insert([id], 30_000n, 2_000_000n)).toContain('by the configured rule')

  const unnamed = 'update payout_batch set cents = 1 where id = $1'
  expect(await query(unnamed, [batchId])).toContain('permission denied')
  expect(await query('delete from payout_batch where id = $1', [batchId])).toContain('denied')
  await exportBatch()
})

test('from the withdrawal threshold another admin approves the batch, exactly as it was proposed', async () => {
  const { createApproved, exportBatch, readFile, findWithdrawal, approveNewest, post, get } =
    payouts
  await passADay()
  const { ines, ruth } = payouts.staff
  const one = await createApproved('6000')
  const two = await createApproved('5000')
  expect((await get(BATCHES)).json.data.next).toMatchObject({ count: 2, needsSecondAdmin: true })

  const { status, json } = await post(BATCHES, ines)
  expect(status).toBe(202)
  expect((await readFile(json.data._id)).status).toBe(404)
  expect((await findWithdrawal(one.id)).payoutBatch).toBeNull()
  expect((await post(BATCHES, ruth)).json.code).toBe('batch_waiting')
  expect((await approveNewest(ines)).json.code).toBe('second_admin')

  const later = await createApproved('40')
  expect((await approveNewest(ruth)).status).toBe(200)

  expect(listIds((await readFile(json.data._id)).text)).toEqual([one.id, two.id].sort())
  expect((await findWithdrawal(later.id)).payoutBatch).toBeNull()
  expect((await findWithdrawal(one.id)).payoutBatch.exportedBy).toBe(ines.admin.label)
  await exportBatch()
})

test('a batch that has changed since it was proposed is not exported', async () => {
  const { createApproved, exportBatch, approveNewest, post, get } = payouts
  await passADay()
  const { ines, ruth } = payouts.staff
  const { id } = await createApproved('9000')
  await createApproved('2000')
  expect((await post(BATCHES, ines)).status).toBe(202)

  await post(`/api/admin/withdrawals/${id}/reject`, ines, { reason: 'The member asked for it.' })
  const changed = await approveNewest(ruth)
  expect([changed.status, changed.json.code]).toEqual([409, 'batch_changed'])

  const [{ _id, hash }] = (await get('/api/admin/approvals', ruth)).json.data
  const reject = { hash, reason: 'A withdrawal was rejected since.' }
  expect((await post(`/api/admin/approvals/${_id}/reject`, ruth, reject)).status).toBe(200)
  await exportBatch()
})

test('batches below the threshold are summed: one admin exports no large sum in parts', async () => {
  const { server, createApproved, exportBatch, approveNewest, query, post } = payouts
  await passADay()
  const { ines, ruth } = payouts.staff
  await createApproved('6000')
  await exportBatch()
  const { id } = await createApproved('4000')
  expect((await post(BATCHES, ruth)).status).toBe(202)

  const sql = [createId('pbt'), [id], 400_000n, server.clock.now(), 1_000_000n]
  expect(await query(INSERT, sql)).toContain('needs the approval of two admins')
  const dated = [createId('pbt'), [id], 400_000n, new Date('2031-01-01'), 1_000_000n]
  expect(await query(INSERT, dated)).toContain('needs the approval of two admins')
  expect((await approveNewest(ines)).status).toBe(200)
})

test('a frozen member is in no batch; support and viewer export nothing', async () => {
  const { server, createApproved, findWithdrawal, post, get } = payouts
  const { ines } = payouts.staff
  const { id, member } = await createApproved()
  await server.app.db
    .transaction()
    .execute((tx) => freezeWithdrawals(tx, member.id, server.clock.now()))
  expect((await post(BATCHES, ines)).json.code).toBe('nothing_to_export')
  expect((await findWithdrawal(id)).payoutBatch).toBeNull()

  const { batches } = (await get(BATCHES)).json.data
  for (const role of ['support', 'viewer'] as const) {
    const person = await server.asAdmin(role)
    expect((await post(BATCHES, person)).status).toBe(403)
    expect((await get(`${BATCHES}/${batches[0]._id}/file`, person)).status).toBe(403)
    await expect(
      exportPayoutBatch(server.app, person.admin),
      'without the route',
    ).rejects.toMatchObject({ code: 'role_missing' })
  }
})
