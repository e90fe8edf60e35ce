import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parseUnits, readCopy, sumByAccount } from '../support/export-reader.ts'
import { findProcesses, launch, PROJECT, scratchFolder } from '../support/launcher.ts'
import { ledgerUnderLoad, member, postDeposit, rewrite } from '../support/ledger-load.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const PATIENCE = 240_000

const cleaning: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleaning.splice(0).reverse()) await step()
})

function folder() {
  const { path, remove } = scratchFolder()
  cleaning.push(remove)
  return path
}

type ScriptResult = { code: number; stdout: string; stderr: string }

/** `npm run export` with nothing in the environment but what is given. */
const runExport = (args: string[], environment: Record<string, string>) =>
  new Promise<ScriptResult>((resolve) => {
    const script = join(PROJECT, 'scripts/export.js')
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      ...environment,
    }

    execFile(
      process.execPath,
      [script, ...args],
      { env, maxBuffer: 1 << 30 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })

/** That a copy has rows, and comes by them to what it says of each account. */
function expectWhole(text: string) {
  const copy = readCopy('hledger', text)
  expect(copy.rows.length).toBeGreaterThan(10)
  for (const [name, units] of sumByAccount(copy))
    expect(parseUnits(copy.balances.get(name) ?? '?'), name).toBe(units)
}

test(
  'the ledger is exported beside a running server, which still serves, and alike without a server',
  async () => {
    const [DATA_DIR, to] = [join(folder(), 'data'), join(folder(), 'books.journal')]
    await createSeededFolder(DATA_DIR)
    const server = await launch({ dataDir: DATA_DIR })
    cleaning.push(() => void server.process.kill('SIGKILL'))
    await server.ready()

    await expect
      .poll(async () => (await runExport(['--format', 'hledger'], { DATA_DIR })).stdout, {
        timeout: 60_000,
      })
      .toContain('deposit_confirmed')

    const beside = await runExport(['--format', 'hledger'], { DATA_DIR })
    expect(beside).toMatchObject({ code: 0, stderr: expect.stringMatching(/\d+ chained rows/) })

    expectWhole(beside.stdout)
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).ok).toBe(true)

    server.process.kill('SIGTERM')
    expect(await server.exitCode()).toBe(0)

    const alone = await runExport(['--format', 'hledger', '--to', to], { DATA_DIR })
    expect(alone).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('PostgreSQL stopped'),
    })

    expect(readFileSync(to, 'utf8')).toBe(beside.stdout)
    expect(findProcesses(DATA_DIR)).toEqual([])
  },
  PATIENCE,
)

test(
  'A copy that fails half way leaves the file that was there, and nothing beside it',
  async () => {
    const [DATA_DIR, place] = [folder(), folder()]
    const database = await ledgerUnderLoad((owner) =>
      rewrite(owner, 'ledger.balance_at_seq', [[/select case when/, 'select 1 / 0 + case when']]),
    )
    cleaning.push(() => database.close())
    await database.db.transaction().execute((tx) => postDeposit(tx, 'copied', member(1), 5n))
    await database.owner.query('select ledger.append_block()')

    const to = join(place, 'books.journal')
    writeFileSync(to, 'the one before')

    const args = ['--format', 'hledger', '--to', to]
    const { code, stderr } = await runExport(args, { DATA_DIR, DATABASE_URL: database.ownerUrl })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('division by zero'),
    })
    expect(readFileSync(to, 'utf8')).toBe('the one before')
    expect(readdirSync(place)).toEqual(['books.journal'])
  },
  PATIENCE,
)

test('What is asked wrongly is answered with a sentence', async () => {
  const DATA_DIR = join(folder(), 'nothing')
  const wrong = [
    [],
    ['--format', 'xml'],
    ['--format', 'hledger', '--upto', '-1'],
    ['--format', 'hledger', '--to'],
  ]

  for (const args of wrong) {
    const { code, stdout, stderr } = await runExport(args, { DATA_DIR })
    expect({ code, stdout, stderr }).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Name the program'),
    })
  }

  const { code, stderr } = await runExport(['--format', 'hledger'], { DATA_DIR })
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no ledger in'),
  })
  expect(stderr).not.toContain('    at ')
})
