import { execFile } from 'node:child_process'
import * as fs from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { copyIfThere, filesBelow } from './backup-contents.js'
import { Refusal } from './print.js'

const run = promisify(execFile)

/** Files of the running server alone; the log that the copy needs is copied last. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_(wal|replslot)\/.*)$/

/**
 * Copies the data directory of a running server and the log that makes the copy consistent, as
 * PostgreSQL's manual describes it under "Making a Base Backup Using the Low Level API". A server
 * that is started on the copy recovers first, to the moment at which the copy ended.
 * @param {string} ownerUrl
 * @param {string} from the data directory
 * @param {string} to an empty folder
 */
export async function copyCluster(ownerUrl, from, to) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'candor backup' })
  client.on('error', () => {}) // its query fails as well
  await client.connect()

  try {
    // until this session ends the server deletes none of the log that the copy needs
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `candor_${process.pid}`,
    ])
    const started = await client.query(
      "select pg_walfile_name(pg_backup_start('candor', true)) as segment",
    )
    copyRunning(from, to)

    const stopped = await client.query(
      'select labelfile, pg_walfile_name(lsn) as segment from pg_backup_stop(false)',
    )
    const [first, last] = [started.rows[0].segment, stopped.rows[0].segment]
    for (const name of filesBelow(join(from, 'pg_wal')))
      if (name >= first && name <= last)
        copyIfThere(join(from, 'pg_wal', name), join(to, 'pg_wal', name))

    fs.writeFileSync(join(to, 'backup_label'), stopped.rows[0].labelfile, { mode: 0o600 })
  } finally {
    await client.end()
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyRunning(from, to) {
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name)
    const path = relative(from, source)

    if (LEFT_OUT.test(path)) continue
    if (entry.isSymbolicLink())
      throw new Refusal(`The database has a file outside its folder, which isn't copied: ${path}.`)
    if (entry.isDirectory()) fs.mkdirSync(join(to, path), { recursive: true, mode: 0o700 })
    else copyIfThere(source, join(to, path))
  }
}

/**
 * Packs the data directory of a stopped server.
 * @param {string} from
 * @param {string} archive
 */
export async function packCluster(from, archive) {
  const compress = '--use-compress-program=gzip -1'
  await run('tar', ['--create', compress, `--file=${archive}`, `--directory=${from}`, '.'])
  fs.chmodSync(archive, 0o600)

  const file = fs.openSync(archive, 'r')
  fs.fsyncSync(file)
  fs.closeSync(file)
}

const ENTRY = /^[-d]\S+ +\S+ +\d+ +\S+ +\S+ (?<name>[\w./-]+)$/

/**
 * Unpacks a data directory into an empty folder, for its owner alone. An archive with a link, a
 * path outside the folder or a repeated name is refused.
 * @param {string} archive
 * @param {string} to
 */
export async function unpackCluster(archive, to) {
  const options = ['--gzip', `--file=${archive}`]
  const listed = await runTar(['--list', '--verbose', '--absolute-names', ...options])

  for (const line of listed.trimEnd().split('\n')) {
    const name = ENTRY.exec(line)?.groups?.name ?? '/'
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new Refusal(`${archive} has a link or a path outside itself: ${line}`)
  }

  await runTar([
    ...['--extract', '--no-same-owner', '--keep-old-files', `--directory=${to}`],
    ...options,
  ])

  for (const entry of fs.readdirSync(to, { recursive: true, withFileTypes: true }))
    fs.chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** @param {string[]} args */
async function runTar(args) {
  try {
    return (await run('tar', args, { maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: 'C' } }))
      .stdout
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: string }} */ (error)
    throw new Refusal(`The archive of the database can't be read:\n${stderr?.trim() || error}`)
  }
}
