import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createProofPicture } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { testDatabase } from '../support/database.ts'
import { freePort, launch, runScript, scratchFolder } from '../support/launcher.ts'
import { type ObjectStorage, openObjectStorage } from '../support/object-storage.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const scratch = scratchFolder()
const place = (name: string) => join(scratch.path, name)
const DATA_DIR = place('data')

let storage: ObjectStorage
beforeAll(async () => {
  storage = await openObjectStorage()
})
afterAll(async () => {
  await storage.close()
  scratch.remove()
})
afterEach(() => {
  storage.intercept(null)
  storage.setPublic(false)
})

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

/** The doctor's lines about the bucket, without a database. */
const readDoctor = async (environment: Record<string, string>) => {
  const { output } = await runScript('doctor', [], {
    DATA_DIR: place('none'),
    ...storage.environment,
    ...environment,
  })
  expect(output).not.toContain('not-the-secret')
  return output.split('\n').filter((line) => / (bucket|settings) /.test(line))
}

test('The doctor writes, reads and deletes a probe, and says what is wrong with a bucket', async () => {
  const before = storage.requests.length
  const [, line] = await readDoctor({})
  expect(line).toMatch(/^good {3}bucket .* write, read and delete work$/)
  expect(storage.requests.slice(before).some((one) => one.startsWith('PUT'))).toBe(true)
  expect(existsSync(storage.resolvePath('files'))).toBe(false)

  const wrong: [Record<string, string>, string][] = [
    [{ S3_SECRET_ACCESS_KEY: 'not-the-secret' }, 'S3_SECRET_ACCESS_KEY or S3_REGION is wrong'],
    [{ S3_BUCKET: 'no-such-bucket' }, 'there is no such bucket'],
    [{ S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }, 'ECONNREFUSED'],
  ]
  for (const [environment, reason] of wrong) {
    const [, found] = await readDoctor(environment)
    expect(found).toMatch(/^WRONG {2}bucket /)
    expect(found).toContain(reason)
  }

  storage.setPublic(true)
  expect((await readDoctor({})).join('\n')).toMatch(
    /WRONG {2}bucket .*the files in candor-test are public/,
  )
}, 120_000)

test('The key can come from a file, and a wrong file is named without its content', async () => {
  const path = place('key')
  writeFileSync(path, `${storage.environment.S3_SECRET_ACCESS_KEY}\n`)
  const { S3_SECRET_ACCESS_KEY: _secret, ...rest } = storage.environment

  const { output } = await runScript('doctor', [], {
    DATA_DIR: place('none'),
    ...rest,
    S3_SECRET_ACCESS_KEY_FILE: path,
  })
  expect(output).toContain(': write, read and delete work')
})

test('An installation moves into the bucket, is backed up from there and restored into another', async () => {
  await createSeededFolder(DATA_DIR)
  const uploads = listFiles(join(DATA_DIR, 'files'))
  expect(uploads.length).toBeGreaterThan(0)

  const refused = await runScript('copy-files', [], { DATA_DIR })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Set S3_BUCKET') })

  storage.intercept((request, response) => {
    if (request.method !== 'PUT') return false
    request.resume()
    response.writeHead(403).end()
    return true
  })
  const failed = await runScript('copy-files', [], { DATA_DIR, ...storage.environment })
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('Run this again') })

  storage.intercept(null)
  const copied = await runScript('copy-files', [], { DATA_DIR, ...storage.environment })
  expect(copied.output).toContain(`files: ${uploads.length} copied, 0 already there`)
  expect(copied.code).toBe(0)

  const again = await runScript('copy-files', [], { DATA_DIR, ...storage.environment })
  expect(again.output).toContain(`files: 0 copied, ${uploads.length} already there`)

  const contents = new Map(
    uploads.map((name) => [name, readFileSync(join(DATA_DIR, 'files', name))]),
  )
  rmSync(join(DATA_DIR, 'files'), { recursive: true })
  rmSync(join(DATA_DIR, 'anchors'), { recursive: true, force: true })

  const to = place('backups')
  const backup = await runScript('backup', ['--to', to], { DATA_DIR, ...storage.environment })
  expect(backup.output).toContain('Written and read again')
  expect(backup.code).toBe(0)
  expect(existsSync(join(DATA_DIR, 'files'))).toBe(false)

  const [name = ''] = readdirSync(to)
  const from = join(to, name)
  expect(listFiles(join(from, 'files'))).toEqual(uploads)

  const occupied = await runScript('restore', ['--from', from], {
    DATA_DIR: place('restored'),
    ...storage.environment,
  })
  expect(occupied).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty") })
  expect(existsSync(place('restored'))).toBe(false)

  const anchored = { ...storage.environment, S3_PREFIX: 'anchored' }
  mkdirSync(place('anchored/anchors'), { recursive: true })
  writeFileSync(place('anchored/anchors/2026_11_20'), '{}')
  expect(
    await runScript('copy-files', [], { DATA_DIR: place('anchored'), ...anchored }),
  ).toMatchObject({ code: 0 })
  const withAnchors = await runScript('restore', ['--from', from], {
    DATA_DIR: place('restored'),
    ...anchored,
  })
  expect(withAnchors.output).toContain("isn't empty: it has anchors/2026_11_20")
  expect(withAnchors.code).toBe(1)

  const elsewhere = { ...storage.environment, S3_PREFIX: 'second' }
  const restored = await runScript('restore', ['--from', from], {
    DATA_DIR: place('restored'),
    ...elsewhere,
  })
  expect(restored.output).toContain('The ledger is as it was written.')
  expect(restored.code).toBe(0)

  for (const [upload, content] of contents) {
    const path = storage.resolvePath(`second/files/${upload}`)
    expect(Buffer.compare(readFileSync(path), content), upload).toBe(0)
  }
}, 300_000)

/** A web process with a folder of its own, as on a machine of its own. */
async function startMachine(name: string, environment: Record<string, string>) {
  const dataDir = place(name)
  const web = await launch({ script: 'web', dataDir, environment })
  onTestFinished(async () => {
    web.interrupt()
    await web.exitCode()
  })
  await web.ready()

  return { base: `http://127.0.0.1:${web.port}`, dataDir }
}

test('A proof that one machine stored is read at another, without a shared disk', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const environment = {
    ...storage.environment,
    S3_PREFIX: 'machines',
    DATABASE_URL: database.ownerUrl,
    DATABASE_MIGRATION_URL: database.ownerUrl,
    SECRET: 'one secret of all machines, 40 letters long',
    LOG_LEVEL: 'error',
  }

  const { app, close } = await openApp(readConfig({ ...environment, DATA_DIR: place('own') }))
  onTestFinished(close)
  const plan = await createPublishedPlan(app)
  const { token: staff } = await createTestAdmin(app, { role: 'finance' })
  const { member, token } = await createTestMember(app)
  const quoteInput = { planId: plan.id, amount: '1500', method: 'USDT' }
  const { id } = await quoteDeposit(app, member, quoteInput)

  const one = await startMachine('machine-one', environment)
  const other = await startMachine('machine-other', environment)

  const body = new FormData()
  const fields = { _id: id, amount: '1500', payment_method: 'USDT', selected_plan: plan.id }
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  body.append('payment_proof', new File([Uint8Array.from(await createProofPicture())], 'p.png'))
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
  const sent = await fetch(`${one.base}/api/deposit`, { method: 'POST', headers, body })
  expect(sent.status).toBe(200)

  const [first, second] = await Promise.all(
    [one, other].map(async ({ base }) => {
      const answer = await fetch(`${base}/api/transactions/${id}/proof`, {
        headers: { authorization: `Bearer ${staff}` },
      })
      expect(answer.status).toBe(200)
      return Buffer.from(await answer.bytes())
    }),
  )
  expect(first?.length).toBeGreaterThan(0)
  expect(second?.equals(first ?? Buffer.alloc(0))).toBe(true)

  for (const { dataDir } of [one, other]) expect(existsSync(join(dataDir, 'files'))).toBe(false)
}, 300_000)
