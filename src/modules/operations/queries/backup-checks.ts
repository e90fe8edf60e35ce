import { HOUR_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import { describeArchiveProblem } from '../model/log-archive.ts'
import { formatDuration, LIMITS } from '../model.ts'
import { findBackupReport, findLastBackup, findLogArchive } from './backups.ts'

/** Returns a sentence that describes the problem, or null when the check passes. */
export type HealthCheck = (app: App) => Promise<string | null>

const computeAge = ({ clock }: App, then: Date) => clock.now().getTime() - then.getTime()

/** The health checks of backups and of the archive of the write-ahead log. */
export const backupChecks = {
  'backup-old': async (app) => {
    const last = await findLastBackup(app.db)
    const maxAgeMs = app.config.BACKUP_MAX_HOURS * HOUR_MS

    if (!last)
      return app.config.MODE === 'live' ? 'No backup has been made yet. Run npm run backup.' : null

    const age = computeAge(app, last)
    return age > maxAgeMs ? `The last backup was made ${formatDuration(age)} ago.` : null
  },
  'log-archive': async ({ db, clock }) => {
    const archive = await findLogArchive(db, clock.now())
    return archive && describeArchiveProblem(archive)
  },
  'backup-report': async (app) => {
    const report = await findBackupReport(app.db)
    if (!report) return null

    const age = computeAge(app, report.reported_at)
    if (age > LIMITS.backupReportMs)
      return `${report.machine} last reported its backups ${formatDuration(age)} ago.`
    if (report.problem) return `pgBackRest on ${report.machine} reports: ${report.problem}.`

    const free = Math.floor(report.free_share * 100)
    return report.free_share < LIMITS.freeShare
      ? `The disk of ${report.disk} on ${report.machine} has ${free}% free.`
      : null
  },
} satisfies Record<string, HealthCheck>
