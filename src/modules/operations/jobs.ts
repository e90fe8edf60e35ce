import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { sendWebhookMessage, WEBHOOK_JOB } from './adapters/alert-webhooks.ts'
import { deleteExpiredRecords } from './commands/delete-expired-records.ts'
import { recordWebhookChange } from './commands/record-webhook-change.ts'
import { runHealthChecks } from './commands/run-health-checks.ts'
import { sweepFiles } from './commands/sweep-files.ts'

/** The jobs that run the health checks each minute and delete expired records each night. */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'operations-run-health-checks',
    pauseMs: 60_000,
    pauseFirst: true,
    run: (app) => runHealthChecks(app),
  },
  {
    name: WEBHOOK_JOB,
    // about twenty minutes: an alert that is not sent by then is a failed job, which is mailed
    retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 600 },
    run: (app, { webhook, text }) =>
      sendWebhookMessage(app, { webhook: String(webhook), text: String(text) }),
  },
  {
    name: 'operations-record-webhooks',
    atStart: true,
    run: (app) => recordWebhookChange(app),
  },
  {
    name: 'operations-delete-expired',
    cron: '30 4 * * *',
    run: async (app) => {
      await deleteExpiredRecords(app)
    },
  },
  {
    name: 'operations-sweep-files',
    cron: '40 4 * * *',
    run: async (app) => {
      await sweepFiles(app)
    },
  },
]
