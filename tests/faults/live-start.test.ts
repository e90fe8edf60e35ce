import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScript, scratchFolder } from '../support/launcher.ts'
import {
  type RestartablePostgres,
  startRestartablePostgres,
} from '../support/restartable-postgres.ts'

let folder: ReturnType<typeof scratchFolder>
let postgres: RestartablePostgres
/** Settings of a live installation that lack the alert addresses. */
let settings: Record<string, string>

beforeAll(async () => {
  folder = scratchFolder()
  postgres = await startRestartablePostgres()
  await postgres.query('create role candor_watcher nologin')

  const brand = join(folder.path, 'brand')
  mkdirSync(brand)
  const operator = { address: '1 Street', email: 'office@bank.example', registration: 'none' }
  writeFileSync(join(brand, 'brand.json'), JSON.stringify({ operator }))
  settings = {
    MODE: 'live',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder.path, 'data'),
    PUBLIC_URL: 'https://bank.example',
    DATABASE_URL: postgres.serverUrl,
    SECRET: '5f0c9d2ab7e84613c07d5e9f1a2b3c4d',
    LOG_KEY: 'a1f0c9d2ab7e84613c07d5e9f1a2b3c4',
    DOCUMENT_KEYS: `first:${'5f0c9d2a'.repeat(8)}`,
    SMTP_URL: 'smtp://candor:a-long-password@127.0.0.1:1',
    MAIL_FROM: 'Bank <no-reply@bank.example>',
    OPERATOR_NAME: 'Bank Ltd',
    BRAND_DIR: brand,
    SCREENING_LISTS: `un=${join(folder.path, 'un.xml')}`,
    PRICE_FEEDS: 'kraken,coinbase',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NODE_USE_ENV_PROXY: '1',
  }
})
afterAll(async () => {
  await postgres.close()
  folder.remove()
})

/** Returns the lines of the list in an output. */
const readList = (output: string) =>
  output.split('\n').filter((line) => /^ {2}(ok|missing|unknown| {7}) {2}/.test(line))

test('A live start without settings prints the list in sentences, and so does the doctor.', async () => {
  const empty = { MODE: 'live', DATA_DIR: join(folder.path, 'none') }
  const [start, web, worker, doctor] = await Promise.all([
    runScript('start', [], empty),
    runScript('web', [], empty),
    runScript('worker', [], { ...empty, PUBLIC_URL: 'http://localhost' }),
    runScript('doctor', [], empty),
  ])

  const list = readList(start.output)
  expect(list.filter((line) => /^ {2}\w/.test(line))).toHaveLength(14)
  expect(list[0]).toBe('  missing  HTTPS address')
  for (const { code, output } of [start, web, worker, doctor]) {
    expect(code).toBe(1)
    expect(readList(output)).toEqual(list)
    expect(output).not.toContain('    at ')
  }

  for (const name of ['SECRET', 'SMTP_URL', 'DATABASE_URL'])
    expect(doctor.output).toMatch(new RegExp(`^WRONG .* ${name} is not set; live needs it$`, 'm'))
  expect(doctor.output).not.toMatch(/first start creates one|mailbox/)
})

test('A command on a database that is not migrated says who has to migrate it.', async () => {
  const args = ['--first-name', 'Vera', '--last-name', 'Lindqvist', '--role', 'owner']
  const { code, output } = await runScript(
    'create-admin',
    [...args, '--email', 'vera@bank.example'],
    settings,
    'four unrelated words here\n',
  )

  expect(output).toContain('Run npm run migrate with DATABASE_MIGRATION_URL')
  expect(output).not.toContain('    at ')
  expect(code).toBe(1)
})

test('A refused start lists what the database lacks too, as the doctor does, and writes nothing.', async () => {
  const migrated = await runScript('migrate', [], {
    ...settings,
    DATABASE_MIGRATION_URL: postgres.ownerUrl,
  })
  expect(migrated.output).toContain('has all')

  const [start, doctor, goLive] = [
    await runScript('start', [], settings),
    await runScript('doctor', [], settings),
    await runScript('go-live', [], settings),
  ]
  const list = readList(start.output)
  expect(list).toContain('  missing  Alert addresses')
  expect(list).toContain(
    '           0 of 2 owners or finance admins with a passkey and an active approval key',
  )
  expect(list).toContain('           none was made; run npm run backup')
  expect(list.filter((line) => line.includes('unknown'))).toEqual([])
  expect(readList(doctor.output)).toEqual(list)
  expect(readList(goLive.output.replace(/^/gm, '  '))).toEqual(list)
  expect([start.code, doctor.code, goLive.code]).toEqual([1, 1, 1])

  const [state] = await postgres.query(
    `select live, opened_at, (select count(*)::int from audit_event) as events
     from approvals.installation`,
  )
  expect(state).toMatchObject({ live: false, opened_at: null, events: 0 })
  expect(readdirSync(folder.path)).not.toContain('none')
})

test('The first admin is created before the list is complete, but nothing without a database.', async () => {
  const args = ['--first-name', 'Vera', '--last-name', 'Lindqvist', '--role', 'owner']
  const create = (more: Record<string, string>) =>
    runScript(
      'create-admin',
      [...args, '--email', 'vera@bank.example'],
      { ...settings, ...more },
      'four unrelated words here\n',
    )
  const refused = await create({ DATABASE_URL: '' })
  expect(refused.output).toContain('With MODE=live this command needs DATABASE_URL and SECRET.')
  expect(refused.code).toBe(1)

  const migrated = await runScript('migrate', [], { DATA_DIR: join(folder.path, 'none') })
  expect(migrated.output).toContain('Where Candor runs its own PostgreSQL, npm start migrates.')
  expect(migrated.code).toBe(1)

  const created = await create({})
  expect(created.output).toContain('can log in at https://bank.example/admin-login')
})
