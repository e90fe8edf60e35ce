import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { applySettingChanges } from './commands/apply-setting-changes.ts'

export const jobs: JobDefinition<App>[] = [
  { name: 'settings-apply-changes', cron: '* * * * *', run: applySettingChanges },
]
