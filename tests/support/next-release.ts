import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { hashFile } from '../../scripts/release-manifest.js'
import { PROJECT } from './launcher.ts'

/** Newer than every release. */
export const NEXT_VERSION = '99.0.0'
export const NEXT_MIGRATION = '0999-next-release.sql'

/**
 * Copies the sources and changes them as a next release would: its version, one migration that
 * adds a column, and a module that most scripts of the browser import. Returns the copy's folder.
 */
export function copyAsNextRelease(folder: string): string {
  const copy = join(folder, 'next')
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })

  const listed = git(PROJECT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const path of listed.split('\0').filter(Boolean)) {
    if (!existsSync(join(PROJECT, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(PROJECT, path), join(copy, path))
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))

  changeVersion(copy)
  addMigration(join(copy, 'db/schema'))
  for (const path of ['src/lib/dates.ts', 'src/entry.client.tsx'])
    appendFileSync(join(copy, path), `\nperformance.mark('release ${NEXT_VERSION}')\n`)

  git(copy, 'init', '--quiet')
  git(copy, 'add', '--all')
  git(copy, 'commit', '--quiet', '--message', 'next release')

  return copy
}

function changeVersion(copy: string) {
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(copy, name)
    const text = readFileSync(path, 'utf8')
    const { version } = JSON.parse(text) as { version: string }
    writeFileSync(path, text.replace(`"version": "${version}"`, `"version": "${NEXT_VERSION}"`))
  }
}

function addMigration(schema: string) {
  writeFileSync(join(schema, NEXT_MIGRATION), 'alter table deposit add column next_note text;\n')
  const hashes = readdirSync(schema)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => `${hashFile(join(schema, name))}  ${name}\n`)
  writeFileSync(join(schema, 'hashes.txt'), hashes.join(''))
}
