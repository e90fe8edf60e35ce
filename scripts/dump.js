import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './print.js'
import { whenStopping } from './shutdown.js'

/**
 * A dump of one database of the operator's own, by PostgreSQL's own program.
 * @param {string} url
 * @param {string} path
 * @param {number} major the server's version
 */
export async function dump(url, path, major) {
  const login = parseLogin(url)
  await run(
    findProgram('pg_dump', major),
    ['--format=custom', '--compress=1', `--file=${path}`],
    login,
  )

  fs.chmodSync(path, 0o600)
}

/**
 * Puts a dump into an empty database, all of it or nothing.
 * @param {string} url
 * @param {string} path
 * @param {number} major
 */
export async function restoreDump(url, path, major) {
  const login = parseLogin(url)
  const args = ['--exit-on-error', '--single-transaction', `--dbname=${login.PGDATABASE}`, path]
  await run(findProgram('pg_restore', major), args, login)
}

/**
 * Whatever the address says goes by the environment, where no list of processes shows the password.
 * @param {string} url
 * @returns {Record<string, string>}
 */
function parseLogin(url) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const ssl = searchParams.get('sslmode')
  const authority = searchParams.get('sslrootcert')

  return {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(ssl ? { PGSSLMODE: ssl } : {}),
    ...(authority ? { PGSSLROOTCERT: authority } : {}),
  }
}

/**
 * The newest of PostgreSQL's programs here; an older one than the server can't read it.
 * @param {string} name
 * @param {number} major
 */
function findProgram(name, major) {
  const root = '/usr/lib/postgresql'
  const versions = fs.existsSync(root)
    ? fs.readdirSync(root).sort((a, b) => Number(b) - Number(a))
    : []
  const places = [...versions.map((version) => join(root, version, 'bin', name)), name]

  for (const place of places) {
    const versionOutput = spawnSync(place, ['--version'], { encoding: 'utf8' }).stdout ?? ''
    if (Number(/(\d+)(\.|\s|$)/.exec(versionOutput.replace(/^\D+/, ''))?.[1] ?? 0) >= major)
      return place
  }

  throw new Refusal(
    `This needs ${name} of PostgreSQL ${major} or later. Install ` + `postgresql-client-${major}.`,
  )
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} login
 */
async function run(program, args, login) {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...login },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  whenStopping(() => void child.kill('SIGTERM'))

  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-4_000)
  })

  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Refusal(`${program} failed:\n${errorOutput.trim()}`)
}
