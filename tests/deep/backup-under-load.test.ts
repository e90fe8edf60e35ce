import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.js'
import { depositClients } from '../support/deposit-clients.ts'
import {
  type LaunchedProcess,
  launch,
  PROJECT,
  readOwnerUrl,
  runScript,
  scratchFolder,
} from '../support/launcher.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const scratch = scratchFolder()
let server: LaunchedProcess | undefined
afterAll(async () => {
  server?.interrupt()
  await server?.exitCode()
  scratch.remove()
})

const place = (name: string) => join(scratch.path, name)

async function queryRows<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Lists the completed deposits of a restored installation, each with both its legs in the journal,
 * by the key of its proof.
 */
async function listCompletedDeposits(dataDir: string): Promise<Map<string, string>> {
  const postgres = await startPostgres({ dataDir, project: PROJECT })
  const rows = await queryRows<{ id: string; legs: number; key: string }>(
    readOwnerUrl(dataDir),
    `select d.id, d.proof_key as key, (select count(*)::int from ledger.entries e where e.transfer_type =
      'deposit_confirmed' and e.reference = d.id) as legs
     from deposit d where d.status = 'completed'`,
  )

  await postgres.stop()

  const whole = rows.filter(({ legs }) => legs === 2)
  expect(whole).toHaveLength(rows.length)

  return new Map(rows.map(({ id, key }) => [id, key]))
}

const readNow = async (dataDir: string) => {
  const [row] = await queryRows<{ now: Date }>(
    readOwnerUrl(dataDir),
    'select clock_timestamp() as now',
  )
  return row?.now.getTime() ?? 0
}

test('a backup under load is verified, and restored it has all that was acknowledged before it began', async () => {
  const [DATA_DIR, to] = [place('data'), place('backups')]
  await createSeededFolder(DATA_DIR)
  server = await launch({ dataDir: DATA_DIR })
  await server.ready()

  const clients = await depositClients(server.port)
  await clients.waitUntilConfirmed(30)

  const hadAnchors = existsSync(join(DATA_DIR, 'anchors'))
  const begun = await readNow(DATA_DIR)
  const made = await runScript('backup', ['--to', to], { DATA_DIR })
  const ended = await readNow(DATA_DIR)
  expect(made.output).toContain('The ledger is as it was written.')
  expect(made.output).toContain('Written and read again')
  expect(made.code).toBe(0)

  await clients.waitUntilConfirmed(clients.confirmed.size + 60)
  await clients.stop()

  const doctor = await runScript('doctor', [], { DATA_DIR })
  expect(doctor.output).toContain('No problems found.')
  expect(doctor.output).not.toContain(readFileSync(join(DATA_DIR, 'secret'), 'utf8').trim())
  expect(doctor.code).toBe(0)

  server.interrupt()
  expect(await server.exitCode()).toBe(0)

  const [name = ''] = readdirSync(to)
  const from = join(to, name)
  const parts = readdirSync(from).sort()
  expect(parts.filter((part) => part !== 'anchors')).toEqual([
    'database.tar.gz',
    'files',
    'login.json',
    'manifest.json',
    'secret',
  ])
  // the first anchor may be written while the backup runs
  if (hadAnchors) expect(parts).toContain('anchors')

  const restored = place('restored')
  const back = await runScript('restore', ['--from', from], { DATA_DIR: restored })
  expect(back.output).toContain('The ledger is as it was written.')
  expect(back.output).toMatch(/Restored up to row \d+, block \d+, head [0-9a-f]{64}/)
  expect(back.code).toBe(0)

  const completed = await listCompletedDeposits(restored)
  const confirmations = [...clients.confirmed]
  const before = confirmations.filter(([, { answeredAt }]) => answeredAt <= begun).map(([id]) => id)
  const after = confirmations.filter(([, { sentAt }]) => sentAt > ended).map(([id]) => id)

  expect(
    before.filter((id) => !completed.has(id)),
    'acknowledged before the backup began, and missing',
  ).toEqual([])

  expect(
    after.filter((id) => completed.has(id)),
    'begun after the backup ended, and there',
  ).toEqual([])

  const proofs = before.map((id) => join(restored, 'files', completed.get(id) ?? 'none'))
  expect(
    proofs.filter((path) => !existsSync(path)),
    'proofs that were there before the backup',
  ).toEqual([])
  expect(Math.min(before.length, after.length)).toBeGreaterThan(1)

  const again = await runScript('restore', ['--from', from], { DATA_DIR: restored })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty") })

  writeFileSync(join(from, 'database.tar.gz'), Buffer.alloc(8, 7), { flag: 'r+' })
  const checked = await runScript('backup', ['--check', from], { DATA_DIR })
  expect(checked).toMatchObject({
    code: 1,
    output: expect.stringContaining('database.tar.gz was changed'),
  })
  expect(existsSync(join(from, 'secret')) && statSync(join(from, 'secret')).mode & 0o077).toBe(0)

  console.log(
    `  ${before.length} acknowledged before the backup, all there; ${after.length} after it, ` +
      `none`,
  )
}, 900_000)

test('several backups, as a pattern of the shell names them, are refused', async () => {
  for (const [script, option] of [
    ['restore', '--from'],
    ['backup', '--check'],
  ] as const) {
    const { code, output } = await runScript(script, [option, '/old', '/new'], {})
    expect(output).toContain('Name ')
    expect(output).toContain(`npm run ${script} -- ${option}`)
    expect(code).toBe(1)
  }
})
