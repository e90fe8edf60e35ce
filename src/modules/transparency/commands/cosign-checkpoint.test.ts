import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  deriveSigningKey,
  getWitnessKeys,
  signCheckpoint,
  verifyAnySignature,
} from '../adapters/log-keys.ts'
import {
  type CheckpointText,
  createTreeReader,
  ED25519,
  formatAddCheckpoint,
  formatCheckpointText,
  formatVkey,
  type Hash,
  hashLeaf,
  openCheckpoint,
} from '../model.ts'
import { cosignCheckpoint } from './cosign-checkpoint.ts'

const origin = 'other.example/open-books/log'
const key = deriveSigningKey('the key of another log', 'log', origin, ED25519)
const leaves = Array.from({ length: 20 }, (_, at) => hashLeaf(Uint8Array.of(at)))
const readTree = (size: number, from: readonly Hash[] = leaves) =>
  createTreeReader(size, async ({ width }) => Uint8Array.from(Buffer.concat(from.slice(0, width))))

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const getApp = () => ({
  ...testApp.app,
  config: { ...testApp.app.config, WITNESS_LOGS: [formatVkey(key)] },
})
const signNote = (checkpoint: CheckpointText, by = key) =>
  `${formatCheckpointText(checkpoint)}\n${signCheckpoint(by, checkpoint, new Date(0))}`

async function send(oldSize: number, size: number, from = leaves, by = key) {
  const reader = readTree(size, from)
  const note = signNote({ origin, size, root: await reader.readRoot() }, by)
  const proof = await reader.proveConsistency(oldSize)
  const answer = await cosignCheckpoint(getApp(), formatAddCheckpoint({ oldSize, proof, note }))
  return { ...answer, note }
}

test('A checkpoint that continues the last is cosigned by both keys, with the time', async () => {
  const { status, body, note } = await send(0, 7)
  expect(status).toBe(200)
  const { text } = openCheckpoint(note, [])
  const keys = getWitnessKeys(testApp.app.config)
  const { signatures } = openCheckpoint(`${text}\n${body}`, keys, verifyAnySignature)
  expect(signatures.map(({ at }) => at)).toEqual([testApp.app.clock.now(), testApp.app.clock.now()])

  expect(await send(7, 12)).toMatchObject({ status: 200 })
  expect(await send(12, 12)).toMatchObject({ status: 200 })
})

test('Four attacks are refused: rewritten history, other key, old size, other root', async () => {
  const rewritten = leaves.map((leaf, at) => (at === 3 ? hashLeaf(Uint8Array.of(99)) : leaf))
  expect(await send(12, 15, rewritten)).toMatchObject({ status: 422 })

  const stranger = deriveSigningKey('a stranger', 'log', origin, ED25519)
  expect(await send(12, 15, leaves, stranger)).toMatchObject({ status: 403 })

  expect(await send(7, 15)).toMatchObject({
    status: 409,
    body: '12\n',
    type: 'text/x.tlog.size',
  })
  expect(await send(12, 12, rewritten)).toMatchObject({ status: 409, body: '12\n' })
  expect(await send(12, 13)).toMatchObject({ status: 200 })
})

test('Another log, and requests of another form, are refused', async () => {
  const unknown = await cosignCheckpoint(
    testApp.app,
    formatAddCheckpoint({
      oldSize: 0,
      proof: [],
      note: signNote({ origin, size: 1, root: leaves[0] as Hash }),
    }),
  )
  expect(unknown.status).toBe(404)
  for (const body of ['', 'old 1', 'old 01\n\nx', 'old 0\nnot a hash\n\nx'])
    expect((await cosignCheckpoint(getApp(), body)).status, body).toBe(400)
  const smaller = signNote({ origin, size: 5, root: await readTree(5).readRoot() })
  const backwards = formatAddCheckpoint({ oldSize: 13, proof: [], note: smaller })
  expect((await cosignCheckpoint(getApp(), backwards)).status).toBe(400)
})

test('Two requests at once from one size are not both cosigned', async () => {
  const statuses = (await Promise.all([send(13, 16), send(13, 18), send(13, 17)])).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('The database refuses to take back what was cosigned', async () => {
  const { owner } = testApp.database
  const refuse = (statement: string) => expect(owner.query(statement)).rejects.toThrow()
  await refuse('update witnessed_log set size = size - 1')
  await refuse(`update witnessed_log set root = sha256('other')`)
  await refuse('delete from witnessed_log')
})
