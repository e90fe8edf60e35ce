import { sql } from 'kysely'
import { acknowledgeAlert } from '#modules/operations/commands/acknowledge-alert.ts'
import { deleteExpiredRecords } from '#modules/operations/commands/delete-expired-records.ts'
import { notifyWatchSilence } from '#modules/operations/commands/notify-watch-silence.ts'
import { openInstallation } from '#modules/operations/commands/open-installation.ts'
import { recordBackup } from '#modules/operations/commands/record-backup.ts'
import { recordWebhookChange } from '#modules/operations/commands/record-webhook-change.ts'
import { runHealthChecks } from '#modules/operations/commands/run-health-checks.ts'
import { sweepFiles } from '#modules/operations/commands/sweep-files.ts'
import { testWebhooks } from '#modules/operations/commands/test-webhooks.ts'
import { listAlerts } from '#modules/operations/queries.ts'
import type { App } from '#platform/app.ts'
import { another, type Scenario } from '../scenario.ts'

const EARLY = new Date('2020-01-01T00:00:00Z')
const wrong = (source: string) => ({ [source]: async () => 'Something waits.' })
const later = (app: App): App => ({
  ...app,
  clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + 30 * 86_400_000) },
})
const withWebhook = (app: App, address: string): App => ({
  ...app,
  config: { ...app.config, ALERT_WEBHOOK: [address] },
})
/**
 * What may be forgotten is judged by the database's own clock, whichever day other scenarios have
 * come to.
 */
const today = (app: App): App => ({ ...app, clock: { ...app.clock, now: () => new Date() } })

const COMPLETE = [
  { requirement: 'backup', label: 'Backup younger than a day', state: 'ok', problems: [] },
] as const

export const scenarios: Scenario[] = [
  {
    command: 'operations/run-health-checks',
    prepare: async ({ app }) => {
      // the first one makes the queue, which is no part of what a command leaves
      await runHealthChecks(app, wrong(another('source')))
      const healthChecks = wrong(another('source'))
      return { run: (on) => runHealthChecks(on, healthChecks) }
    },
  },
  {
    command: 'operations/acknowledge-alert',
    prepare: async ({ app, ines }) => {
      const source = another('source')
      await runHealthChecks(app, wrong(source))
      const id = (await listAlerts(app.db, 500)).find((alert) => alert.source === source)?.id ?? ''
      return { run: (on) => acknowledgeAlert(on, ines, id) }
    },
  },
  {
    command: 'operations/notify-watch-silence',
    repeatable: true, // told once an hour: told again it says nothing
    prepare: async ({ app }) => {
      await sql`update alert_watch set checked_at = null`.execute(app.db)
      await sql`delete from alert where source = 'watch-silent'`.execute(app.db)
      return { run: (on) => notifyWatchSilence(on, EARLY) }
    },
  },
  {
    command: 'operations/record-webhook-change',
    repeatable: true, // again it finds nothing to record
    prepare: async () => {
      const address = `http://127.0.0.1:9/${another('address')}`
      return { run: (on) => recordWebhookChange(withWebhook(on, address)) }
    },
  },
  {
    command: 'operations/test-webhooks',
    repeatable: true,
    prepare: async ({ ruth }) => ({
      run: (on) => testWebhooks(withWebhook(on, 'http://127.0.0.1:9/none'), ruth),
    }),
  },
  {
    command: 'operations/record-backup',
    repeatable: true,
    prepare: async ({ app }) => {
      const made = { at: app.clock.now(), how: 'dump', bytes: 5, seq: 1n } as const
      return { run: (on) => recordBackup(on, made) }
    },
  },
  {
    command: 'operations/open-installation',
    repeatable: true, // it opens once
    prepare: async ({ owner }) => {
      await owner.query('update approvals.installation set live = true, opened_at = null')
      return { run: (on) => openInstallation(on, COMPLETE) }
    },
    finish: async ({ owner }) => {
      await owner.query('update approvals.installation set live = false, opened_at = null')
    },
  },
  {
    command: 'operations/delete-expired-records',
    prepare: async ({ app }) => {
      await deleteExpiredRecords(today(app))
      await sql`insert into idempotency values ('mem_1', 'withdraw', ${another('key')},
        repeat('a', 64), 200, '{}', '2026-01-01T00:00:00Z')`.execute(app.db)
      return { run: (on) => deleteExpiredRecords(today(on)) }
    },
  },
  {
    command: 'operations/sweep-files',
    prepare: async ({ app }) => {
      await sweepFiles(later(app))
      await app.files.write(`proofs/${another('orphan').replace('-', '_')}`, new Uint8Array([1]))
      return { run: (on) => sweepFiles(later(on)) }
    },
  },
]
