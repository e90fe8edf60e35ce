/**
 * Reports the last backup, the archive of the write-ahead log, and what the database's machine last
 * said about pgBackRest. What is wrong with them is reported by the health checks.
 * @param {import('../src/platform/db/db.ts').Db} db
 * @param {(state: 'good' | 'note' | 'WRONG', name: string, text: string) => void} report
 */
export async function describeBackups(db, report) {
  const { findBackupReport, findLastBackup, findLogArchive } = await import(
    '../src/modules/operations/queries.ts'
  )
  report('note', 'backup', `last one made ${formatAge(await findLastBackup(db))}`)

  const archive = await findLogArchive(db, new Date())
  if (archive) {
    const behind = archive.behindBytes === null ? '' : `, ${archive.behindBytes} bytes behind`
    const age = `${Math.round(archive.ageSeconds)} seconds ago`
    report('note', 'log archive', `on: the last segment was archived ${age}${behind}`)
  } else {
    report('note', 'log archive', 'off; a restore only reaches the last backup, not a later moment')
  }

  const shown = await findBackupReport(db)
  if (!shown) return

  const free = `${Math.floor(shown.free_share * 100)} % free at ${shown.disk}`
  const text = `${shown.machine} reported ${shown.backups} backups ${formatAge(shown.reported_at)}`
  report('note', 'pgBackRest', `${text}: ${shown.problem ?? 'ok'}; ${free}`)
}

/** @param {Date | null | undefined} then */
export const formatAge = (then) =>
  then ? `${Math.round((Date.now() - then.getTime()) / 60_000)} minutes ago` : 'never'
