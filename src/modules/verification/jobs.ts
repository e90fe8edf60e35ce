import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { deleteOldChecks } from './commands/delete-old-checks.ts'
import { deleteOldDocuments } from './commands/delete-old-documents.ts'
import { expireVerifications } from './commands/expire-verifications.ts'
import { readCheck, readChecks } from './commands/read-check.ts'
import { READ_CHECK_JOB } from './commands/receive-event.ts'
import { rewrapDocuments } from './commands/rewrap-documents.ts'

/** The jobs that read providers, end verifications, delete old documents and change their keys. */
export const jobs: JobDefinition<App>[] = [
  { name: 'verification-read-checks', cron: '*/5 * * * *', run: readChecks },
  {
    name: READ_CHECK_JOB,
    run: (app, { verificationId }) => readCheck(app, String(verificationId)),
  },
  { name: 'verification-expire', cron: '10 4 * * *', atStart: true, run: expireVerifications },
  { name: 'verification-delete-documents', cron: '40 4 * * *', run: deleteOldDocuments },
  { name: 'verification-delete-checks', cron: '45 4 * * *', run: deleteOldChecks },
  {
    name: 'verification-rewrap-documents',
    cron: '50 4 * * *',
    atStart: true,
    run: async (app) => {
      await rewrapDocuments(app)
    },
  },
]
