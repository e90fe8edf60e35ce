import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getLogKeys, getWitnessKeys } from '../adapters/log-keys.ts'
import { jobs } from '../jobs.ts'
import { formatVkey, openCheckpoint, parseLogProof, parseVkey } from '../model.ts'
import { findCheckpoint } from '../queries/log.ts'
import { readLogReport } from '../queries/log-report.ts'
import { proveEntry, proveLatestEntry } from '../queries/proofs.ts'
import { findPublishedCheckpoint } from '../queries/published-checkpoint.ts'
import { listWitnesses, listWitnessProblems } from '../queries/witnesses.ts'
import { appendLog } from './append-log.ts'
import { cosignCheckpoint } from './cosign-checkpoint.ts'
import { requestCosignatures } from './request-cosignatures.ts'

let ours: TestApp
let theirs: TestApp
let server: Server
let app: App
let cosignAsWitness: (body: string) => ReturnType<typeof cosignCheckpoint>
let reply: ((body: string) => Promise<{ status: number; body: string; type: string }>) | null = null

beforeAll(async () => {
  ours = await createTestApp()
  theirs = await createTestApp()
  const witness = {
    ...theirs.app,
    config: {
      ...theirs.app.config,
      PUBLIC_URL: 'https://witness.example',
      WITNESS_LOGS: getLogKeys(ours.app.config).map(formatVkey),
    },
  }
  cosignAsWitness = (body) => cosignCheckpoint(witness, body)
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', async () => {
      const text = Buffer.concat(parts).toString()
      const { status, body, type } = await (reply ?? cosignAsWitness)(text)
      response.writeHead(status, { 'content-type': type }).end(body)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/open-books/witness`
  const LOG_WITNESSES = getWitnessKeys(witness.config).map((key) => ({
    vkey: formatVkey(key),
    url,
  }))
  app = { ...ours.app, config: { ...ours.app.config, LOG_WITNESSES } }
})
afterAll(async () => {
  server.close()
  await Promise.all([ours.close(), theirs.close()])
})

const readState = async () => (await listWitnesses(app, app.db))[0]

test('Another installation cosigns the log, which is published with its lines', async () => {
  await appendLog(app)
  await requestCosignatures(app)

  const { note = '', size } = (await findPublishedCheckpoint(app, app.db)) ?? {}
  const keys = getWitnessKeys({ ...theirs.app.config, PUBLIC_URL: 'https://witness.example' })
  expect(openCheckpoint(note, keys).signatures).toHaveLength(1)
  expect(await readState()).toMatchObject({ problem: null, size, cosignedAt: app.clock.now() })
  expect(await listWitnessProblems(app, app.db)).toEqual([])
})

test('A witness that is silent or refuses is reported, silence after an hour', async () => {
  reply = async () => ({ status: 503, body: '', type: 'text/plain' })
  ours.app.clock.advance(2 * HOUR_MS)
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: 'silent', problemSince: app.clock.now() })
  expect(await listWitnessProblems(app, app.db)).toEqual([])
  ours.app.clock.advance(HOUR_MS)
  await requestCosignatures(app)
  expect(await listWitnessProblems(app, app.db)).toEqual([expect.stringContaining('no answer')])

  reply = async () => ({ status: 403, body: '', type: 'text/plain' })
  await requestCosignatures(app)
  expect(await listWitnessProblems(app, app.db)).toEqual([expect.stringContaining('refuses')])
  reply = async () => ({ status: 200, body: '— witness.example x\n', type: 'text/plain' })
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: 'refused' })

  reply = null
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: null })
})

test('A witness that has seen another history is reported as a fork at once', async () => {
  reply = async () => ({ status: 422, body: '', type: 'text/plain' })
  ours.app.clock.advance(2 * HOUR_MS)
  await requestCosignatures(app)
  expect(await listWitnessProblems(app, app.db)).toEqual([
    expect.stringContaining('another history'),
  ])

  reply = async () => ({ status: 409, body: '999999\n', type: 'text/x.tlog.size' })
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: 'fork' })
  reply = null
})

test('After a lost answer the witness states its size; the next request begins there', async () => {
  await requestCosignatures(app)
  await ours.database.owner.query('update log_witness set size = 1')
  ours.app.clock.advance(24 * HOUR_MS)
  await appendLog(app)
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: null })
})

const runJob = async (name: string) => await jobs.find((job) => job.name === name)?.run(app, {})

/** Appends an entry, as the job does each minute in which something changed. */
async function grow() {
  ours.app.clock.advance(24 * HOUR_MS)
  await runJob('open-books-log')
}

/** Appends an entry that the witness hasn't seen. */
async function growUnseen() {
  ours.app.clock.advance(24 * HOUR_MS)
  await appendLog(app)
}

const countCosigned = (
  { witnesses } = { witnesses: [] } as { witnesses: { cosignedAt: unknown }[] },
) => witnesses.filter(({ cosignedAt }) => cosignedAt).length
const readReport = async () => {
  const report = await readLogReport(app)
  if (!report) throw new Error('no report')
  return report
}
const countSigners = (note: string) =>
  openCheckpoint(
    note,
    app.config.LOG_WITNESSES.map(({ vkey }) => parseVkey(vkey)),
  ).signatures.length

test('A growing log is never shown without its witness, which is asked at once', async () => {
  await requestCosignatures(app)
  for (let run = 0; run < 3; run++) {
    const before = await readReport()
    await grow()
    const { size, publishedSize } = await readReport()
    expect(publishedSize).toBe(size)
    expect(size).toBeGreaterThan(before.size)
    expect(countCosigned(await readReport())).toBe(1)
  }
})

test('While the newest head awaits its witness, the one before is published', async () => {
  await requestCosignatures(app)
  const before = await readReport()
  await growUnseen()
  const now = await readReport()
  expect(now).toMatchObject({
    publishedSize: before.size,
    witnesses: [{ last: { size: before.size } }],
  })
  expect(now.size).toBeGreaterThan(before.size)
  expect(countCosigned(now)).toBe(1)
  const published = await findPublishedCheckpoint(app, app.db)
  expect(countSigners(published?.note ?? '')).toBe(1)

  const old = parseLogProof((await proveEntry(app, app.db, before.size - 1)).logProof)
  expect(countSigners(old.checkpoint)).toBe(1)
  const latest = parseLogProof((await proveLatestEntry(app, 'coverage')).logProof)
  expect(latest.index).toBeLessThan(before.size)
  const young = parseLogProof((await proveEntry(app, app.db, now.size - 1)).logProof)
  expect(openCheckpoint(young.checkpoint, []).size).toBe(now.size)

  await requestCosignatures(app)
  expect((await readReport()).publishedSize).toBe(now.size)
})

test('A witness that is silent for an hour doesn’t hold up the log', async () => {
  await requestCosignatures(app)
  reply = async () => ({ status: 503, body: '', type: 'text/plain' })
  const { size } = await readReport()
  await grow()
  ours.app.clock.advance(9 * MINUTE_MS)
  expect((await readReport()).publishedSize).toBe(size)
  ours.app.clock.advance(51 * MINUTE_MS)
  await runJob('open-books-witnesses')
  const late = await readReport()
  expect(late.publishedSize).toBe((await findCheckpoint(app.db))?.size)
  expect(countCosigned(late)).toBe(0)
  expect(late.witnesses[0]?.last?.size).toBe(size)

  reply = null
  await runJob('open-books-witnesses')
  expect(countCosigned(await readReport())).toBe(1)
})

test('Without witnesses the newest head is published, even after a cosigned one', async () => {
  await requestCosignatures(app)
  await growUnseen()
  const alone = { ...app, config: { ...app.config, LOG_WITNESSES: [] } }
  const { size = 0 } = (await findCheckpoint(app.db)) ?? {}
  expect(await findPublishedCheckpoint(alone, app.db)).toMatchObject({ size, cosignatures: [] })
  expect(await readLogReport(alone)).toMatchObject({ size, publishedSize: size, witnesses: [] })
})

test('A witness that another run has asked for a newer head meanwhile is no fork', async () => {
  await requestCosignatures(app)
  await growUnseen()
  reply = async (body) => {
    reply = null
    await growUnseen()
    await requestCosignatures(app)
    return await cosignAsWitness(body)
  }
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: null })
  expect(countCosigned(await readReport())).toBe(1)
  expect((await readReport()).publishedSize).toBe((await readReport()).size)
})
