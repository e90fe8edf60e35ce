import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { Refusal, say } from './print.js'

/** Chromium without windows, tabs and a graphics process, which no test looks at. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell'

/**
 * Finds the browser of the browser tests. If it is missing, root installs it and any other user is
 * refused: the tests are never skipped.
 */
export function ensureChromium() {
  if (fs.existsSync(CHROMIUM)) return
  install('chromium-headless-shell', `The browser tests need Chromium at ${CHROMIUM}`)
  if (!fs.existsSync(CHROMIUM))
    throw new Refusal(`Debian's chromium-headless-shell is installed, but ${CHROMIUM} isn't there.`)
}

/** Debian's pgbench, which drives the figures of the ledger. */
export function ensurePgbench() {
  const found = findPgbench()
  if (found) return found

  install('postgresql-15', "The ledger's figures need Debian's pgbench")

  const installed = findPgbench()
  if (!installed) throw new Refusal("Debian's postgresql-15 is installed, but has no pgbench.")

  return installed
}

/** Debian's hledger and beancount, which know nothing of us and check a copy of the books. */
export function ensureAccountants() {
  const accountants = { hledger: '/usr/bin/hledger', beancount: '/usr/bin/bean-check' }
  for (const [name, path] of Object.entries(accountants)) {
    if (fs.existsSync(path)) continue
    install(name, `A copy of the books is checked by Debian's ${name}`)
    if (!fs.existsSync(path))
      throw new Refusal(`Debian's ${name} is installed, but ${path} isn't there.`)
  }

  return accountants
}

function findPgbench() {
  const root = '/usr/lib/postgresql'
  if (!fs.existsSync(root)) return undefined

  return fs
    .readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin/pgbench'))
    .find((path) => fs.existsSync(path))
}

/**
 * @param {string} name
 * @param {string} need
 */
function install(name, need) {
  if (process.getuid?.() !== 0)
    throw new Refusal(
      `${need}, and it isn't installed: run \`sudo apt-get install ${name}\` first.`,
    )

  say(`Installing Debian's ${name}`)

  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const result = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })

    if (result.status !== 0)
      throw new Refusal(
        `${need}, and \`apt-get ${args.join(' ')}\` ` +
          `failed:\n${result.error?.message ?? result.stderr}`,
      )
  }
}
