import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { buildDataExport } from './commands/build-data-export.ts'
import { deleteExpiredDataExports } from './commands/delete-expired-data-exports.ts'
import { eraseClosed } from './commands/erase-closed.ts'

export const jobs: JobDefinition<App>[] = [
  {
    name: 'portfolio-build-data-export',
    run: (app, payload) => buildDataExport(app, String(payload.id)),
  },
  {
    name: 'portfolio-delete-expired-exports',
    cron: '20 * * * *',
    run: async (app) => {
      await deleteExpiredDataExports(app)
    },
  },
  { name: 'portfolio-erase-closed', cron: '10 4 * * *', run: (app) => eraseClosed(app) },
]
