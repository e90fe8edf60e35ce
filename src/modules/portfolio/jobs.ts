import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs.ts'
import { deleteExpiredDataExports } from './commands/drop-dossiers.ts'
import { eraseClosed } from './commands/erase-closed.ts'
import { buildDataExport } from './commands/make-dossier.ts'

export const jobs: JobDefinition<App>[] = [
  {
    name: 'portfolio-make-dossier',
    run: (app, payload) => buildDataExport(app, String(payload.id)),
  },
  {
    name: 'portfolio-drop-dossiers',
    cron: '20 * * * *',
    run: async (app) => {
      await deleteExpiredDataExports(app)
    },
  },
  { name: 'portfolio-erase-closed', cron: '10 4 * * *', run: (app) => eraseClosed(app) },
]
