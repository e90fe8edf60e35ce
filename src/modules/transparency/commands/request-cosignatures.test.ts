import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getLogKeys, getWitnessKeys } from '../adapters/log-keys.ts'
import { formatVkey, openCheckpoint } from '../model.ts'
import { findPublishedCheckpoint } from '../queries/log.ts'
import { listWitnesses, listWitnessProblems } from '../queries/witnesses.ts'
import { appendLog } from './append-log.ts'
import { cosignCheckpoint } from './cosign-checkpoint.ts'
import { requestCosignatures } from './request-cosignatures.ts'

let ours: TestApp
let theirs: TestApp
let server: Server
let app: App
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
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', async () => {
      const text = Buffer.concat(parts).toString()
      const { status, body, type } = await (reply ?? ((one) => cosignCheckpoint(witness, one)))(
        text,
      )
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

  const { note = '', size } = (await findPublishedCheckpoint(app.db)) ?? {}
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

test('After a lost answer the witness states its size, and the next request begins there', async () => {
  await requestCosignatures(app)
  await ours.database.owner.query('update log_witness set size = 1')
  ours.app.clock.advance(24 * HOUR_MS)
  await appendLog(app)
  await requestCosignatures(app)
  expect(await readState()).toMatchObject({ problem: null })
})
