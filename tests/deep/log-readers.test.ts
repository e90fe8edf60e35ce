import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  deriveSigningKey,
  getLogKeys,
  signCheckpoint,
} from '#modules/transparency/adapters/log-keys.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import {
  ED25519,
  formatCheckpointText,
  formatVkey,
  openCheckpoint,
  splitBundle,
} from '#modules/transparency/model.ts'
import { findCheckpoint } from '#modules/transparency/queries.ts'
import { appendEntries, lockLog } from '#modules/transparency/steps/append-entries.ts'
import { signLog } from '#modules/transparency/steps/sign-log.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { ensureGo } from '../../scripts/debian.js'
import { type TestServer, testServer } from '../support/http.ts'

const run = promisify(execFile)
const SIZES = 50
const PATIENCE = 600_000

let server: TestServer
let folder: string
let program: string

/** Appends some entries and signs the log, as the job does. */
async function grow(count: number) {
  const { app } = server
  await runInTransaction(app.db, async (tx) => {
    await lockLog(tx)
    const at = app.clock.now().toISOString()
    const entries = Array.from({ length: count }, (_, number) => ({
      kind: 'text' as const,
      subject: `sample/${number}`,
      at,
      body: { number, count },
    }))
    await appendEntries(tx, entries)
    await signLog(tx, app)
  })
}

async function store(path: string, content: string | Uint8Array) {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
}
async function fetchFile(path: string): Promise<Uint8Array> {
  const response = await server.fetch(`/open-books/log/${path}`)
  expect(response.status, path).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

/** Mirrors the log over HTTP: every tile, as any web space can. */
async function mirror(size: number) {
  for (let level = 0, whole = size; whole > 0; level++, whole = Math.floor(whole / 256))
    for (let tile = 0; tile * 256 < whole; tile++) {
      const width = Math.min(256, whole - tile * 256)
      const name = `tile/${level}/${String(tile).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`
      await store(name, await fetchFile(name))
    }
  for (let tile = 0; tile * 256 < size; tile++) {
    const width = Math.min(256, size - tile * 256)
    const name = `tile/entries/${String(tile).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`
    for (const [at, entry] of splitBundle(await fetchFile(name)).entries())
      await store(`plain/${tile * 256 + at}`, entry)
  }
}

const ask = (where: string) =>
  run(program, [where]).then(
    ({ stdout }) => stdout,
    (error) => String(error.stdout),
  )

beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'candor-log-'))
  program = join(folder, 'read-log')
  const source = join(import.meta.dirname, '../support/go/read-log.go')
  const environment = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'cache'),
  }
  const built = spawnSync(ensureGo(), ['build', '-o', program, source], { env: environment })
  expect(built.stderr.toString()).toBe('')

  await appendLog(server.app)
  for (let number = 1; number < SIZES; number++) {
    await grow(1 + ((number * 13) % 40))
    const { size = 0, note = '' } = (await findCheckpoint(server.app.db)) ?? {}
    await store(`notes/${size}`, note)
  }
  const { size = 0 } = (await findCheckpoint(server.app.db)) ?? {}
  await store('checkpoint', await fetchFile('checkpoint'))
  await store('vkey', formatVkey(getLogKeys(server.app.config)[0]))
  await mirror(size)
}, PATIENCE)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('Go’s reader accepts the signature, every entry, and the consistency of 50 sizes', async () => {
  expect(await ask(folder)).toMatch(/^ACCEPTED \d+ entries \d+ sizes 49\n$/)
})

/** Copies the mirror and changes it. */
async function tamper(change: (copy: string) => Promise<void>) {
  const copy = await mkdtemp(join(tmpdir(), 'candor-log-copy-'))
  await cp(folder, copy, { recursive: true })
  await change(copy)
  const output = await ask(copy)
  await rm(copy, { recursive: true, force: true })
  return output
}

test('Go’s reader refuses another entry, a rewritten tile, another key and another old size', async () => {
  const refused = expect.stringMatching(/^REFUSED/)
  expect(await tamper((copy) => writeFile(join(copy, 'plain/5'), '{"v":1}'))).toEqual(refused)
  expect(
    await tamper(async (copy) => {
      const path = join(copy, 'tile/0/000')
      const bytes = await readFile(path)
      bytes[40] = (bytes[40] ?? 0) ^ 1
      await writeFile(path, bytes)
    }),
  ).toEqual(refused)

  const note = await readFile(join(folder, 'checkpoint'), 'utf8')
  const checkpoint = openCheckpoint(note, [])
  const other = deriveSigningKey('another key', 'log', checkpoint.origin, ED25519)
  const forged = `${formatCheckpointText(checkpoint)}\n${signCheckpoint(other, checkpoint, new Date())}`
  expect(await tamper((copy) => writeFile(join(copy, 'checkpoint'), forged))).toEqual(refused)

  const rewritten = { ...checkpoint, size: 300, root: new Uint8Array(32) }
  const [key] = getLogKeys(server.app.config)
  const older = `${formatCheckpointText(rewritten)}\n${signCheckpoint(key, rewritten, new Date())}`
  expect(await tamper((copy) => writeFile(join(copy, 'notes/300'), older))).toEqual(refused)
})
