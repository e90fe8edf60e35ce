import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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
import { pickScale } from '../support/scale.ts'

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

test(
  'a backup under load restored to a moment verifies and has all that was acknowledged before',
  async () => {
    const [DATA_DIR, WAL_ARCHIVE_DIR, to] = [place('data'), place('wal'), place('backups')]
    server = await launch({ dataDir: DATA_DIR, environment: { WAL_ARCHIVE_DIR } })
    await server.ready()

    const clients = await depositClients(server.port)
    while (clients.confirmed.size < pickScale(3, 30)) await pause(20)

    const inBackup = [...clients.confirmed.keys()]
    const made = await runScript('backup', ['--to', to], { DATA_DIR })
    expect(made.output).toContain('Written and read again')
    expect(made.code).toBe(0)

    const duringBackup = clients.confirmed.size
    while (clients.confirmed.size < duringBackup + pickScale(3, 60)) await pause(20)

    const [{ now: moment }] = (await queryRows<{ now: Date }>(
      readOwnerUrl(DATA_DIR),
      'select clock_timestamp() as now',
    )) as [{ now: Date }]
    const later = clients.confirmed.size + 3

    while (clients.confirmed.size < later) await pause(20)
    await clients.stop()

    const doctor = await runScript('doctor', [], { DATA_DIR, WAL_ARCHIVE_DIR })
    expect(doctor.output).toContain('Nothing is wrong.')
    expect(doctor.output).not.toContain(readFileSync(join(DATA_DIR, 'secret'), 'utf8').trim())
    expect(doctor.code).toBe(0)

    server.interrupt()
    expect(await server.exitCode()).toBe(0)

    const [name = ''] = readdirSync(to)
    const from = join(to, name)
    const restored = place('restored')
    const until = moment.toISOString()
    const back = await runScript(
      'restore',
      ['--from', from, '--wal', WAL_ARCHIVE_DIR, '--until', until],
      {
        DATA_DIR: restored,
      },
    )

    expect(back.output).toContain('The ledger is as it was written.')
    expect(back.output).toMatch(/Restored up to row \d+, block \d+, head [0-9a-f]{64}/)
    expect(back.code).toBe(0)

    const completed = await listCompletedDeposits(restored)
    const confirmations = [...clients.confirmed]
    const before = confirmations
      .filter(([, { answeredAt }]) => answeredAt <= moment.getTime())
      .map(([id]) => id)
    const after = confirmations
      .filter(([, { sentAt }]) => sentAt > moment.getTime())
      .map(([id]) => id)

    expect(
      before.filter((id) => !completed.has(id)),
      'acknowledged before the moment, and missing',
    ).toEqual([])

    expect(
      after.filter((id) => completed.has(id)),
      'begun after the moment, and there',
    ).toEqual([])

    const proofs = inBackup.map((id) => join(restored, 'files', completed.get(id) ?? 'none'))
    expect(
      proofs.filter((path) => !existsSync(path)),
      'proofs that were there before the backup',
    ).toEqual([])
    expect(Math.min(before.length, after.length)).toBeGreaterThan(1)

    const again = await runScript('restore', ['--from', from], { DATA_DIR: restored })
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty") })

    const [archive] = [join(from, 'database.tar.gz')]
    const spoilt = Buffer.alloc(8, 7)
    writeFileSync(archive, spoilt, { flag: 'r+' })

    const checked = await runScript('backup', ['--check', from], { DATA_DIR })
    expect(checked).toMatchObject({
      code: 1,
      output: expect.stringContaining('database.tar.gz was changed'),
    })
    expect(existsSync(join(from, 'secret')) && statSync(join(from, 'secret')).mode & 0o077).toBe(0)

    console.log(
      `  ${before.length} acknowledged before the moment, all there; ${after.length} after it, ` +
        `none`,
    )
  },
  pickScale(300_000, 900_000),
)
