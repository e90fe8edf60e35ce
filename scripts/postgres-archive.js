import * as fs from 'node:fs'
import { canEnter } from './postgres-account.js'
import { Refusal } from './print.js'

const ARCHIVE_SECONDS = 60

/**
 * The settings under which PostgreSQL copies its log away, whole and synced, before it forgets it.
 * A file that exists with the same content was copied before a crash. A file with other content
 * belongs to another cluster and is not overwritten.
 * @param {string} folder absolute
 * @param {Pick<import('./postgres-cluster.js').Cluster, 'account'>} cluster
 */
export function archiving(folder, { account }) {
  assertPlain(folder)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined) fs.chownSync(folder, account.uid, account.gid ?? account.uid)

  if (!canEnter(account, folder))
    throw new Refusal(`The database (${account.name}) can't enter WAL_ARCHIVE_DIR, ${folder}.`)

  const to = `'${folder}/%f'`
  const part = `'${folder}/%f.part'`

  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_SECONDS),
    archive_command:
      `if test -f ${to}; then cmp -s '%p' ${to}; else cp '%p' ${part} && sync ${part} && mv ` +
      `${part} ${to}; fi`,
  }
}

/**
 * What a restored database fetches its log with.
 * @param {string} folder absolute
 */
export function fetching(folder) {
  assertPlain(folder)
  return `cp '${folder}/%f' '%p'`
}

/** @param {string} folder */
function assertPlain(folder) {
  if (!/^[\w/.+@ -]+$/.test(folder))
    throw new Refusal(
      `WAL_ARCHIVE_DIR has to be a path of letters, digits and . _ - + @, not ${folder}.`,
    )
}
