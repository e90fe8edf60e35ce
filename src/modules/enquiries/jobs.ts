import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { deleteOldEnquiries } from './commands/delete-old-enquiries.ts'

export const jobs: JobDefinition<App>[] = [
  {
    name: 'enquiries-drop-old',
    cron: '50 3 * * *',
    run: async (app) => {
      await deleteOldEnquiries(app)
    },
  },
]
