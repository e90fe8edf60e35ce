import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS, toUtcDay } from '#lib/dates.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createCompletedDeposit, createProofPicture } from '#modules/deposits/testing.ts'
import { SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { writeAnchor } from '#modules/integrity/commands/write-anchor.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { sweepFiles } from '#modules/operations/commands/sweep-files.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { buildDataExport } from '#modules/portfolio/commands/build-data-export.ts'
import { closeOwnAccount } from '#modules/portfolio/commands/close-own-account.ts'
import { requestDataExport } from '#modules/portfolio/commands/request-data-export.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { type ObjectStorage, openObjectStorage } from '../support/object-storage.ts'

let storage: ObjectStorage
let server: TestServer
let planId: string
beforeAll(async () => {
  storage = await openObjectStorage()
  server = await testServer({ environment: storage.environment })
  planId = (await createPublishedPlan(server.app)).id
})
afterAll(async () => {
  await server.close()
  await storage.close()
})
afterEach(() => storage.intercept(null))

const listKeys = async (folder: string) => {
  const keys: string[] = []
  for await (const { key } of server.app.files.list(folder)) keys.push(key)
  return keys
}

/** The storage answers nothing but failures, to every request or to those of one method. */
const breakStorage = (method?: string) =>
  storage.intercept((request, response) => {
    if (method && request.method !== method) return false
    request.resume()
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    return true
  })

async function prepareProof() {
  const { member, token } = await server.asMember()
  const quote = await quoteDeposit(server.app, member, {
    planId,
    amount: '1500',
    method: 'USDT',
  })
  const picture = Uint8Array.from(await createProofPicture())
  const key = crypto.randomUUID()

  const send = () => {
    const body = new FormData()
    const fields = { _id: quote.id, amount: '1500', payment_method: 'USDT', selected_plan: planId }
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    body.append('payment_proof', new File([picture], 'proof.png', { type: 'image/png' }))
    return server.send('POST', '/api/deposit', { token, key, body })
  }

  return { id: quote.id, send }
}

const findDeposit = async (id: string) => {
  const { rows } = await server.database.owner.query(
    'select status, proof_key, proof_sha256 from deposit where id = $1',
    [id],
  )
  return rows[0]
}

test('A proof that the bucket doesn’t take changes nothing, and the same request works later', async () => {
  const { id, send } = await prepareProof()

  breakStorage()
  const refused = await send()
  expect(refused).toMatchObject({ status: 503, json: { code: 'files_unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await findDeposit(id)).toMatchObject({ status: 'awaiting_payment', proof_key: null })

  storage.intercept(null)
  expect(await listKeys('proofs')).toEqual([])
  expect((await send()).status).toBe(200)

  const row = await findDeposit(id)
  expect(row).toMatchObject({ status: 'pending' })
  expect(await listKeys('proofs')).toEqual([row.proof_key])
  expect(existsSync(join(server.app.config.DATA_DIR, 'files'))).toBe(false)

  expect((await send()).status, 'the same answer again').toBe(200)
  expect(await listKeys('proofs')).toEqual([row.proof_key])
})

test('Staff who may read a proof get its bytes from the bucket; a visitor gets none', async () => {
  const { id, send } = await prepareProof()
  await send()
  const { proof_key: key, proof_sha256: sha256 } = await findDeposit(id)
  const { token } = await server.asAdmin('finance')
  const path = `/api/transactions/${id}/proof`

  const response = await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })
  const bytes = await response.bytes()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect((await server.send('GET', path)).status).toBe(401)

  breakStorage()
  expect(await server.send('GET', path, { token })).toMatchObject({
    status: 503,
    json: { code: 'files_unavailable' },
  })

  storage.intercept(null)
  const place = storage.resolvePath(`files/${key}`)
  writeFileSync(place, Buffer.from(readFileSync(place)).fill(7, 40))
  expect(await server.send('GET', path, { token })).toMatchObject({
    status: 500,
    json: { code: 'stored_file_damaged' },
  })
})

test('An account is closed while the bucket deletes nothing; the sweep deletes its file', async () => {
  const { app, clock } = server
  const { member } = await server.asMember()
  const { id } = await requestDataExport(app, member, { password: SAMPLE_PASSWORD })
  await buildDataExport(app, id)
  expect(await listKeys('exports')).toEqual([`exports/${id}`])

  breakStorage('DELETE')
  await closeOwnAccount(app, member, {
    password: SAMPLE_PASSWORD,
    confirmation: 'close my account',
  })
  expect(await listKeys('exports')).toEqual([`exports/${id}`])

  storage.intercept(null)
  clock.set(new Date(Date.now() + 6 * DAY_MS).toISOString())
  expect(await sweepFiles(app)).toEqual([])

  clock.set(new Date(Date.now() + 8 * DAY_MS).toISOString())
  expect(await sweepFiles(app)).toEqual([`exports/${id}`])
  expect(await listKeys('exports')).toEqual([])
})

test('An anchor that can’t be looked up is not written again', async () => {
  const { member } = await server.asMember()
  const { admin } = await server.asAdmin()
  await createCompletedDeposit(server.app, member, admin, { planId, amount: '1500' })
  await chainJournal(server.app)
  const day = toUtcDay(server.clock.now()).replaceAll('-', '_')

  breakStorage('GET')
  await expect(writeAnchor(server.app)).rejects.toThrow('The file storage')
  storage.intercept(null)
  await expect(server.app.anchors.read(day)).rejects.toThrow('There is no file')

  const anchor = await writeAnchor(server.app)
  expect(Buffer.from(await server.app.anchors.read(day)).toString()).toContain(anchor?.hash)
})
