import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPackageName, traceSources } from '../../scripts/release-sources.js'
import { PROJECT } from '../support/launcher.ts'
import { linkPackages, packRelease } from '../support/made-release.ts'

const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
let folder: string
let root: string
let bin: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-installed-'))
  root = join(folder, 'opt')
  bin = linkPackages(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs deploy/release.sh; returns its exit code and output. */
function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(PROJECT, 'deploy/release.sh'), args, {
    encoding: 'utf8',
    env: {
      HOME: folder,
      PATH: [bin, join(process.execPath, '..'), process.env.PATH].join(delimiter),
      CANDOR_ROOT: root,
    },
  })
  return { status, output: `${stdout}${stderr}` }
}

const assets = () => readdirSync(join(root, 'assets')).sort()

test('a release has the sources that its commands load, all of their packages, and no others', () => {
  const { files, packages } = traceSources(PROJECT)

  expect(files.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([])
  expect(files).toContain('src/platform/db/migrate.ts')
  expect(files).toContain('src/platform/auth/breached-passwords.bin')
  expect(files.filter((path) => /\.tsx$|\.test\.|^tests|testing/.test(path))).toEqual([])
  expect(files.filter((path) => /^scripts\/(dev|test|mutants|release)\.js$/.test(path))).toEqual([])
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})

const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'))
/** Whether npm installs a package of the lock without the development packages. */
const isInProduction = (name: string) =>
  lock.packages[`node_modules/${name}`]?.dev === undefined &&
  `node_modules/${name}` in lock.packages

/** An import of a built file: a line of its own, or a call. */
const BUILT_IMPORT =
  /^import\s(?:[^;"']*?\sfrom\s)?["']([^"']+)["'];?$|\bimport\(["']([^"']+)["']\)/gm

test('the build imports only packages that a release has', () => {
  const server = join(PROJECT, 'build/server')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const imported = files
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [...readFileSync(join(server, path), 'utf8').matchAll(BUILT_IMPORT)])
    .map(([, whole = '', part = '']) => whole || part)
  const packages = imported.filter((name) => /^[@a-z]/.test(name)).map(getPackageName)

  expect(packages).toContain('pg')
  expect(
    [...new Set(packages)].filter((name) => !name.startsWith('node:') && !isInProduction(name)),
  ).toEqual([])
})

test('releases are installed beside each other, and old assets stay for open pages', () => {
  const first = packRelease(folder, '1.0.0', { 'app-11111111.js': 'one', 'same-00000000.css': 's' })
  const second = packRelease(folder, '1.1.0', {
    'app-22222222.js': 'two',
    'same-00000000.css': 's',
  })

  const installed = release('install', first)
  expect(installed.output).toContain('Installed 1.0.0')
  expect(installed.output).toContain('Release 1.0.0 of commit cccccccc')
  expect(installed.status).toBe(0)
  expect(existsSync(join(root, 'current'))).toBe(false)
  expect(release('activate', '1.0.0').status).toBe(0)
  expect(readlinkSync(join(root, 'current'))).toBe('releases/1.0.0')

  const old = new Date(Date.now() - 40 * 86_400_000)
  for (const name of assets()) utimesSync(join(root, 'assets', name), old, old)
  appendFileSync(join(root, 'assets/app-00000000.js'), 'older')
  utimesSync(join(root, 'assets/app-00000000.js'), old, old)

  expect(release('install', second).status).toBe(0)
  expect(readlinkSync(join(root, 'current')), 'what runs is not touched').toBe('releases/1.0.0')
  expect(assets()).toEqual(['app-11111111.js', 'app-22222222.js', 'same-00000000.css'])
  expect(release('activate', '1.1.0').status).toBe(0)
  expect(release('list').output).toBe('  1.0.0\n* 1.1.0\n')

  expect(release('install', second).output).toContain('1.1.0 is installed already')
  expect(release('remove', '1.1.0').output).toContain('1.1.0 is active')
  expect(release('remove', '1.0.0').status).toBe(0)
  expect(release('activate', '1.0.0').output).toContain("1.0.0 isn't installed")
  expect(readlinkSync(join(root, 'current'))).toBe('releases/1.1.0')
})

test('an archive that was changed, or lacks a file, is not installed', () => {
  const archive = packRelease(folder, '1.2.0', { 'app-33333333.js': 'three' })
  appendFileSync(archive, 'x')
  const changed = release('install', archive)
  expect(changed.status).toBe(1)
  expect(changed.output).toContain('its SHA-256 differs. Nothing was installed.')

  rmSync(`${archive}.sha256`)
  expect(release('install', archive).output).toContain('it comes with the archive')
  expect(readdirSync(join(root, 'releases')).filter((name) => !/^1\.1\.0$/.test(name))).toEqual([])
})

test('an installed release says which of its files was changed', () => {
  const check = () =>
    spawnSync(process.execPath, ['scripts/check-release.js'], {
      cwd: join(root, 'current'),
      encoding: 'utf8',
    })
  expect(check().status).toBe(0)

  appendFileSync(join(root, 'current/build/client/assets/app-22222222.js'), ' ')
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('build/client/assets/app-22222222.js was changed')
})

test('a process that shares its folder never builds into it, and a release is built', async () => {
  const checkout = join(folder, 'checkout')
  cpSync(join(PROJECT, 'scripts'), join(checkout, 'scripts'), { recursive: true })
  mkdirSync(join(checkout, 'src'))
  writeFileSync(join(checkout, 'src/server.ts'), 'export const changed = true\n')

  const { assertBuilt } = await import(join(checkout, 'scripts/build.js'))
  expect(assertBuilt).toThrow("Web and worker processes don't build")
  expect(readdirSync(checkout).sort()).toEqual(['scripts', 'src'])

  writeFileSync(join(checkout, 'release.json'), '{}')
  expect(assertBuilt).not.toThrow()
})
