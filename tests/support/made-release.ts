import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashFile, listFiles, MANIFEST } from '../../scripts/release-manifest.js'
import { PROJECT } from './launcher.ts'

/** What deploy/release.sh starts of a release that it installs. */
const CHECK = ['check-release', 'command', 'install', 'print', 'release-manifest', 'shutdown']

/** Packs a small release with these assets, as `npm run release` packs a whole one. */
export function packRelease(folder: string, version: string, assets: Record<string, string>) {
  const root = join(folder, `candor-${version}`)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  for (const path of ['package.json', 'package-lock.json', ...CHECK.map(toScript)])
    write(path, readFileSync(join(PROJECT, path), 'utf8'))
  for (const [name, text] of Object.entries(assets)) write(`build/client/assets/${name}`, text)

  return packFolder(folder, version, { version, commit: 'c'.repeat(40) })
}

const toScript = (name: string) => `scripts/${name}.js`

/** Packs a folder with a manifest of what it contains now, and the archive's SHA-256. */
export function packFolder(folder: string, version: string, manifest: object): string {
  const name = `candor-${version}`
  const root = join(folder, name)
  const files = Object.fromEntries(
    listFiles(root).map((path) => [path, hashFile(join(root, path))]),
  )
  writeFileSync(join(root, MANIFEST), JSON.stringify({ ...manifest, files }))

  const archive = join(folder, `${name}.tar.gz`)
  execFileSync('tar', ['--create', '--gzip', `--file=${archive}`, `--directory=${folder}`, name])
  writeFileSync(`${archive}.sha256`, `${hashFile(archive)}  ${name}.tar.gz\n`)

  return archive
}

/** Writes a program `npm` that takes the packages of this checkout, and returns its folder. */
export function linkPackages(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const link = `#!/bin/sh\nln -s "${join(PROJECT, 'node_modules')}" node_modules\n`
  writeFileSync(join(bin, 'npm'), link, { mode: 0o755 })
  return bin
}
