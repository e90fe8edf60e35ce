import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const FOLDER = join(DEPLOY, 'pgbackrest')
const INSTALLED = '/opt/candor/current/'
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const units = readdirSync(join(FOLDER, 'systemd'))

const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-pgbackrest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('backups are encrypted, compressed and retained in both repositories, and no key is shipped', () => {
  for (const [file, repository] of [
    ['pgbackrest.conf', 1],
    ['off-site.conf.example', 2],
  ] as const)
    for (const line of ['cipher-type=aes-256-cbc', 'retention-full=4', 'bundle=y'])
      expect(read(file).split('\n'), file).toContain(`repo${repository}-${line}`)

  expect(read('pgbackrest.conf')).toMatch(/^compress-type=zst$/m)
  expect(read('pgbackrest.conf')).not.toMatch(/cipher-pass|archive-push-queue-max/)
  expect(read('off-site.conf.example')).toMatch(/^repo2-cipher-pass=PASSWORD$/m)
})

test('the log is archived each minute, alone and under Patroni alike', () => {
  const written = [...read('postgresql.conf').matchAll(/^(\w+) = '?(.*?)'?$/gm)]
  const settings = Object.fromEntries(written.map(([, name, value]) => [name, value]))
  expect(settings).toEqual({
    archive_mode: 'on',
    archive_command: 'pgbackrest --stanza=candor archive-push %p',
    archive_timeout: '60s',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
  })

  const configure = (state: string) => {
    const folder = scratch()
    const example = readFileSync(join(DEPLOY, 'ha/cluster.env.example'), 'utf8')
    const text = example
      .replace(/PASSWORD=$/gm, 'PASSWORD=5f0c9d2ab7')
      .replace('PGBACKREST=off', `PGBACKREST=${state}`)
    writeFileSync(join(folder, 'cluster.env'), text)
    execFileSync(join(DEPLOY, 'ha/configure.sh'), [join(folder, 'cluster.env'), folder])
    return readFileSync(join(folder, 'node1/patroni.yml'), 'utf8')
  }

  expect(configure('off')).not.toContain('archive')
  const patroni = configure('on')
  for (const [name, value] of Object.entries(settings))
    expect(patroni).toMatch(new RegExp(`^ {8}${name}: '?${value}'?$`, 'm'))
  expect(patroni).toContain('restore_command: pgbackrest --stanza=candor archive-get %f "%p"')
})

test('each unit runs a script that is there, as postgres, and each timer a unit', () => {
  const services = units.filter((name) => name.endsWith('.service'))
  expect(services).toHaveLength(2)

  for (const name of services) {
    const unit = read(`systemd/${name}`)
    const [, script = ''] = new RegExp(`^ExecStart=${INSTALLED}deploy/pgbackrest/(\\S+)`, 'm').exec(
      unit,
    ) ?? ['']
    expect(existsSync(join(FOLDER, script)), name).toBe(true)
    for (const line of ['User=postgres', 'NoNewPrivileges=yes', 'ProtectSystem=strict'])
      expect(unit.split('\n'), name).toContain(line)

    const [, page = ''] = new RegExp(`^Documentation=file:${INSTALLED}(.*)$`, 'm').exec(unit) ?? []
    expect(existsSync(join(DEPLOY, '..', page)), page).toBe(true)
  }

  for (const name of units.filter((one) => one.endsWith('.timer'))) {
    const [, triggered] = /^Unit=(.*)$/m.exec(read(`systemd/${name}`)) ?? []
    const service = (triggered ?? name.replace('.timer', '.service')).replace(/@\w+\./, '@.')
    expect(services, name).toContain(service)
  }
})

/** Runs a script with stand-ins for the programs that it calls and for the configuration. */
function runWith(programs: Record<string, string>, script: string[], configuration: string) {
  const folder = scratch()
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })

  writeFileSync(join(folder, 'pgbackrest.conf'), configuration)
  for (const name of ['repositories.sh', 'backup.sh', 'report.sh', 'verify.sh']) {
    if (name in programs) continue
    const text = read(name).replace('/etc/pgbackrest/conf.d/*.conf', '')
    writeFileSync(join(folder, name), text.replace('/etc/pgbackrest', folder), { mode: 0o755 })
  }

  const [name = '', ...args] = script
  const { status, stdout, stderr } = spawnSync('sh', [join(folder, name), ...args], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  })

  return { code: status, output: stdout.trim(), complaint: stderr.trim() }
}

const ONE_REPOSITORY = 'repo1-path=/backups\nrepo1-bundle=y\n'
const toPath = (name: string) => `15-1/${name.slice(0, 16)}/${name}-0a1b.zst`

/** Runs `verify.sh` with a stand-in for pgBackRest that lists these paths. */
function runVerifyPaths(paths: string[], status = 'ok') {
  const pgbackrest = `case "$*" in
*repo-ls*) printf '%s\\n' ${paths.join(' ')} ;;
*verify*) echo 'status: ${status}' ;;
esac`
  const { code, output } = runWith({ pgbackrest }, ['verify.sh'], ONE_REPOSITORY)

  return { code, output }
}

const runVerify = (segments: string[], status?: string) =>
  runVerifyPaths(segments.map(toPath), status)

test('a segment that is missing within a timeline fails the verification, and so does damage', () => {
  const GOOD = 'All backups and the whole log are as they were written.'
  const before = ['0000000100000000000000FE', '0000000100000000000000FF']
  const after = ['000000010000000100000000', '000000020000000100000000', '000000020000000100000001']
  expect(runVerify([...before, ...after])).toEqual({ code: 0, output: GOOD })

  expect(runVerify([...before, ...after.slice(1)])).toEqual({ code: 0, output: GOOD })
  expect(runVerify([before[0] ?? '', ...after])).toEqual({
    code: 1,
    output: 'Repository 1 lacks 1 segments of the log before 000000010000000100000000.',
  })
  expect(runVerify([before[0] ?? '', ...after.slice(1)])).toEqual({
    code: 1,
    output: 'Repository 1 lacks 1 segments of the log before 000000020000000100000000.',
  })
  // a third timeline that leaves the first one where the abandoned second one has ended
  expect(
    runVerify([
      ...before,
      after[0] ?? '',
      '0000000200000000000000FE',
      ...['FF', 'FE'].map((end) => `0000000300000000000000${end}`).reverse(),
    ]),
  ).toEqual({ code: 0, output: GOOD })
  expect(runVerify([])).toMatchObject({ code: 1 })
  expect(runVerify([...before, ...after], 'error')).toEqual({
    code: 1,
    output: 'Repository 1 is damaged:\nstatus: error',
  })
})

test('each cluster of a repository has a log of its own, as after a new major version', () => {
  const older = ['0000000100000000000000A0', '0000000100000000000000A1'].map(toPath)
  const newer = ['000000010000000000000001', '000000010000000000000002', '000000010000000000000003']
    .map(toPath)
    .map((path) => path.replace('15-1', '16-2'))

  expect(runVerifyPaths([...older, ...newer])).toMatchObject({ code: 0 })
  expect(runVerifyPaths([...older, ...newer.filter((path) => !path.includes('02-'))])).toEqual({
    code: 1,
    output: 'Repository 1 lacks 1 segments of the log before 000000010000000000000003.',
  })
})

test('a repository that fails leaves the backup in the other one, and none is no success', () => {
  const programs = {
    psql: 'echo f',
    pgbackrest: 'case "$1" in --repo=1) exit 38 ;; *) echo "made in $1" ;; esac',
    'verify.sh': 'echo verified',
    'report.sh': 'echo reported',
  }
  const two = `${ONE_REPOSITORY}repo2-path=/candor\n`

  expect(runWith(programs, ['backup.sh', 'incr'], two)).toMatchObject({
    code: 1,
    output: 'made in --repo=2\nverified\nreported',
  })
  expect(runWith({ ...programs, pgbackrest: 'exit 0' }, ['backup.sh', 'incr'], two).code).toBe(0)

  for (const script of [['backup.sh', 'incr'], ['verify.sh']])
    expect(runWith({ psql: 'echo f', pgbackrest: 'exit 0' }, script, '[global]\n')).toEqual({
      code: 1,
      output: '',
      complaint: 'pgbackrest.conf names no repository: repo1-path is missing.',
    })
})

test('a database that does not answer is a failure, and a standby is none', () => {
  for (const script of [['backup.sh', 'full'], ['report.sh']]) {
    const programs = { pgbackrest: 'exit 0', hostname: 'echo db1' }
    expect(runWith({ ...programs, psql: 'exit 2' }, script, ONE_REPOSITORY).code).not.toBe(0)
    expect(runWith({ ...programs, psql: 'echo t' }, script, ONE_REPOSITORY).code).toBe(0)
  }
})
