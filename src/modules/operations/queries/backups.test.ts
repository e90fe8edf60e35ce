import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findBackupReport, findLastBackup, findLogArchive } from '../queries.ts'
import { backupChecks } from './backup-checks.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const buildBackup = (label: string, start: number, error = false) => ({
  database: { id: 1, 'repo-key': 1 },
  error,
  info: { delta: 29_300_000, repository: { delta: 2_831_648, size: 2_831_648 }, size: 29_300_000 },
  label,
  timestamp: { start, stop: start + 4 },
  type: 'full',
})
const GOOD = [buildBackup('20261123-130000F', 1_795_438_800)]
const LATER = buildBackup('20261123-130000F_20261124-010000I', 1_795_482_000)
const OK = { code: 0, lock: { backup: { held: false } }, message: 'ok' }

/** Reports as `deploy/pgbackrest/report.sh` does: as an administrator of the server. */
async function report({ backup = GOOD, status = OK as object, free = 0.6, machine = 'db1' } = {}) {
  const disks = [
    { path: '/var/lib/postgresql/15/main', free_share: 0.8 },
    { path: '/var/lib/pgbackrest', free_share: free },
  ]
  const info = [{ backup, name: 'candor', status }]
  await testApp.database.owner.query('select record_backup_report($1)', [
    JSON.stringify({ machine, info, disks }),
  ])
}

test('A report of pgBackRest records each backup once, in the audit log too.', async () => {
  const { app } = testApp
  expect(await findBackupReport(app.db)).toBeNull()
  expect(await backupChecks['backup-report'](app)).toBeNull()

  await report()
  await report({ backup: [...GOOD, LATER] })
  await report({ backup: [...GOOD, LATER, buildBackup('20261125-010000F', 1_795_568_400, true)] })

  expect(await findLastBackup(app.db)).toEqual(new Date(1_795_482_000_000))
  const events = await listAuditEvents(app.db, { action: 'backup.made', limit: 10 })
  expect(events.map(({ details }) => details)).toEqual([
    { how: 'pgbackrest', bytes: '2831648' },
    { how: 'pgbackrest', bytes: '2831648' },
  ])
  expect(await findBackupReport(app.db)).toMatchObject({
    machine: 'db1',
    backups: 3,
    problem: 'the last backup has pages with a wrong checksum',
    disk: '/var/lib/pgbackrest',
    free_share: 0.6,
  })
})

test('A backup that outlives its record is reported again without a second audit event.', async () => {
  const { app, database } = testApp
  await report()
  await database.owner.query('delete from backup_made')
  await report()

  expect(await findLastBackup(app.db)).toEqual(new Date(1_795_438_800_000))
  const events = await listAuditEvents(app.db, { action: 'backup.made', limit: 10 })
  expect(events).toHaveLength(2)

  await report({ backup: [...GOOD, LATER] })
})

test('A problem of pgBackRest, a full disk and a report that stays away each fail the check.', async () => {
  const { app, database } = testApp
  const check = () =>
    backupChecks['backup-report']({ ...app, clock: { ...app.clock, now: realNow } })
  const realNow = () => new Date()

  await report()
  expect(await check()).toBeNull()

  await report({ status: { code: 2, message: 'no valid backups' } })
  expect(await check()).toBe('pgBackRest on db1 reports: no valid backups.')

  await report({ free: 0.0999 })
  expect(await check()).toBe('The disk of /var/lib/pgbackrest on db1 has 9% free.')

  await report()
  await database.owner.query("update backup_report set reported_at = now() - interval '31 minutes'")
  expect(await check()).toBe('db1 last reported its backups 31 minutes ago.')
})

test('An old backup of pgBackRest fails the check as any other does.', async () => {
  const { app } = testApp
  const at = (ms: number) => ({ ...app, clock: { ...app.clock, now: () => new Date(ms) } })
  const made = 1_795_482_000_000

  expect(await backupChecks['backup-old'](at(made + 26 * HOUR_MS))).toBeNull()
  expect(await backupChecks['backup-old'](at(made + 26 * HOUR_MS + MINUTE_MS))).toBe(
    'The last backup was made 26 hours ago.',
  )
})

test('The server’s own role can neither report nor change a report.', async () => {
  const { pool } = testApp.database
  await expect(pool.query("select record_backup_report('{}')")).rejects.toThrow(
    'permission denied for function record_backup_report',
  )
  await expect(pool.query('update backup_report set problem = null')).rejects.toThrow(
    'permission denied',
  )
})

test('Without an archive of the log there is none to check.', async () => {
  expect(await findLogArchive(testApp.app.db, new Date())).toBeNull()
  expect(await backupChecks['log-archive'](testApp.app)).toBeNull()
})
