import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureOperatingPrograms } from '../../scripts/debian.js'
import {
  type DebianMachine,
  type RunOptions,
  startDebianMachine,
} from '../support/debian-machine.ts'
import { PROJECT } from '../support/launcher.ts'
import { packFolder } from '../support/made-release.ts'
import { assertShown, readPageCommands } from '../support/page-commands.ts'

const NAMES = [
  'install',
  'first-admin',
  'monitoring',
  'upgrade',
  'verifying',
  'frozen-ledger',
  'incident',
  'several-machines',
] as const
type Name = (typeof NAMES)[number]
const pages = new Map(
  NAMES.map((name) => [name, readPageCommands(`docs/operating/${name}.md`)] as const),
)

const NEXT = '99.0.0'
const SITE = 'candor.localhost'
const ADMIN = `vera@${SITE}`
const PASSWORD = 'four unrelated words here'
const NEW_PASSWORD = 'four quite different words'
/** Caddy gets no certificate for this name from outside and makes one: curl trusts its authority. */
const TRUST = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const MINUTES = 60_000

let folder: string
let machine: DebianMachine
/** The release as `npm run release` calls it, such as 0.3.0 in the pages. */
let version: string

beforeAll(async () => {
  ensureOperatingPrograms()
  folder = mkdtempSync(join(tmpdir(), 'candor-operating-'))
  machine = await startDebianMachine({ hasCheckout: false, isOffline: true })
  // what this machine has of earlier work, and a new one doesn't
  await machine.run(`
    rm -rf /etc/candor /var/lib/candor /var/backups/candor /etc/systemd/system/candor*
    rm -rf /var/lib/caddy/.local /var/lib/prometheus/metrics2/*
    ! id candor > /dev/null 2>&1 || userdel candor
    echo '127.0.0.1 ${SITE}' >> /etc/hosts
    cat > /usr/local/bin/editor <<'SH'
#!/bin/sh
# The operator's editor: replaces in the files what /etc/edits says.
exec sed -i -f /etc/edits "$@"
SH
    chmod +x /usr/local/bin/editor`)
}, 5 * MINUTES)
afterAll(async () => {
  await machine?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What this operator enters where the pages have an example. */
const enter = (text: string) =>
  Object.entries({
    'candor.example': SITE,
    'SERVER-PASSWORD': 'secret',
    'OWNER-PASSWORD': 'secret',
    '0.3.0': version,
    '0.4.0': NEXT,
  }).reduce((entered, [written, own]) => entered.replaceAll(written, own), text)

type Follow = RunOptions & {
  /** Commands that the operator's shell ran before. */
  before?: string
  replacements?: Record<string, string>
  fails?: boolean
}

/** Runs the next commands of a page, and compares what they print with what the page shows. */
async function follow(name: Name, expected: string, options: Follow = {}): Promise<string> {
  const { before = 'cd /root', replacements = {}, fails = false } = options
  const next = pages.get(name)?.takeNext(expected)
  if (!next) throw new Error(`There is no page ${name}`)
  const [commands = '', shown = ''] = [next.commands, next.shown].map((text) =>
    enter(
      Object.entries(replacements).reduce(
        (replaced, [written, own]) => replaced.replaceAll(written, own),
        text,
      ),
    ),
  )

  const script = `exec 2>&1\n${before}\n${commands}`
  const output = fails ? await machine.fail(script) : await machine.run(script, options)
  assertShown(output, shown)
  return output
}

/** Runs the next commands of a page on a terminal, and types an answer when they ask for it. */
async function followAndType(name: Name, expected: string, prompt: string, answer: string) {
  const page = pages.get(name)
  const { commands, shown } = page?.takeNext(expected) ?? { commands: '', shown: '' }
  const output = await machine.run(`cat > /run/commands <<'SH'
cd /root
${enter(commands)}
SH
    ${PROJECT}/tests/support/on-terminal.sh /run/commands '${prompt}' '${answer}'`)
  assertShown(output, enter(shown))
  return output
}

/** Writes what the editor of the machine does to the files that it is called with. */
const setEdits = (lines: string[]) =>
  writeFileSync(machine.see('/etc/edits'), `${lines.map(enter).join('\n')}\n`)

const curl = (path: string, args = '') =>
  machine.run(`curl -s --cacert ${TRUST} ${args} https://${SITE}${path}`)
const logIn = (password: string) =>
  curl(
    '/api/admin/login',
    `-w ' %{http_code}' -H 'content-type: application/json' \\
      -d '${JSON.stringify({ email: ADMIN, password })}'`,
  )
const psql = (statement: string) =>
  machine.run(`runuser -l postgres -c 'psql -XAtq -d candor' <<'SQL'\n${statement}\nSQL`)

async function waitUntil(what: string, check: () => Promise<boolean>) {
  await expect.poll(check, { timeout: 3 * MINUTES, interval: 1_000, message: what }).toBe(true)
}

test(
  'install.md installs a release that serves through Caddy',
  async () => {
    await follow('install', 'apt-get install', { isOnline: true })
    // Debian's scripts of a package that is new on the machine
    await machine.run(`pg_createcluster 15 main --start
      cp /etc/caddy/Caddyfile /etc/caddy/Caddyfile.dpkg
      printf ':80 {\\n}\\n' > /etc/caddy/Caddyfile
      systemctl enable --now caddy`)
    await follow('install', 'useradd')
    await follow('install', 'node --version')
    await follow('install', 'create role')

    const archive = await makeRelease()
    await follow('install', 'release.sh install', { isOnline: true, before: 'cd /root/download' })
    await follow('install', 'release.sh activate', { before: 'cd /root/download' })
    expect(readdirSync(machine.see('/opt/candor/releases'))).toEqual([version])
    expect(basename(archive)).toBe(`candor-${version}.tar.gz`)

    setEdits([
      's/candor\\.example/candor.example/',
      's/candor_server:PASSWORD/candor_server:SERVER-PASSWORD/',
      's/candor_watch_server:PASSWORD/candor_watch_server:WATCHER-PASSWORD/',
      's/candor_owner:PASSWORD/candor_owner:OWNER-PASSWORD/',
      `s/^SECRET=$/SECRET=${'5e'.repeat(32)}/`,
      '/^SMTP_URL=/d',
    ])
    await follow('install', 'editor /etc/candor/candor.env')
    await follow('install', 'systemctl start candor-migrate')
    await follow('install', 'systemctl enable --now')
    await follow('install', 'Caddyfile')
    await machine.run(`until [ -e ${TRUST} ]; do sleep 0.2; done`)
    await follow('install', 'curl', { before: `export CURL_CA_BUNDLE=${TRUST}` })
    await waitForChecks()
    await follow('install', 'run.sh doctor')
  },
  30 * MINUTES,
)

/** Runs `npm run release` here and puts what the page says into the operator's folder. */
async function makeRelease() {
  const next = pages.get('install')?.takeNext('npm run release')
  const commands = next?.commands.replace(
    'npm run release',
    `npm run release -- --uncommitted --to ${folder}/releases`,
  )
  const output = execFileSync('sh', ['-eu', '-c', commands ?? ''], {
    cwd: PROJECT,
    encoding: 'utf8',
  })
  const archive = readdirSync(join(folder, 'releases')).find((name) => name.endsWith('.gz')) ?? ''
  version = archive.replace('candor-', '').replace('.tar.gz', '')
  assertShown(output, enter(next?.shown ?? ''))

  const download = machine.see('/root/download')
  mkdirSync(download)
  for (const name of [archive, `${archive}.sha256`])
    copyFileSync(join(folder, 'releases', name), join(download, name))
  copyFileSync(join(PROJECT, 'deploy/release.sh'), join(download, 'release.sh'))
  return archive
}

/** The worker runs the health checks once a minute; the first ones see a new installation. */
const waitForChecks = () =>
  waitUntil('the health checks ran', async () =>
    (await machine.run('sh /opt/candor/current/deploy/run.sh doctor || true')).includes(
      'No problems found.',
    ),
  )

test(
  'first-admin.md creates an admin who signs in through Caddy',
  async () => {
    await followAndType('first-admin', 'create-admin', 'Password', PASSWORD)
    await waitUntil('web is ready', async () => (await curl('/readyz')).includes('true'))
    await publishAnchor()
    expect(await logIn(PASSWORD)).toMatch(/"token".* 200$/)
    expect(await logIn(NEW_PASSWORD)).toMatch(/ 401$/)
    expect(await curl('/admin-login', "-o /dev/null -w '%{http_code}'")).toBe('200')
  },
  10 * MINUTES,
)

const listAnchors = async () =>
  (await machine.run('ls /var/lib/candor/anchors 2> /dev/null || true')).trim()

/** Has the worker publish the first anchor now, which it otherwise does within an hour. */
async function publishAnchor() {
  await psql("insert into pgboss.job (name, data) values ('ledger-anchor', '{}')")
  await waitUntil('an anchor is published', async () => (await listAnchors()) !== '')
}

test(
  'monitoring.md reads the metrics and scrapes them with Prometheus',
  async () => {
    await follow('monitoring', 'readyz')
    await follow('monitoring', '/metrics')
    await follow('monitoring', 'apt-get install', { isOnline: true })
    await follow('monitoring', 'promtool check rules')
    const query = 'promtool query instant http://127.0.0.1:9090 up'
    await waitUntil('three processes are scraped', async () => {
      const output = await machine.run(`${query} || true`)
      return output.split('=> 1').length === 4
    })
    await follow('monitoring', 'promtool query')
    await machine.run('systemctl stop prometheus')
    await follow('monitoring', 'run.sh doctor')
  },
  10 * MINUTES,
)

/** Packs the installed release once more as the next one, with a migration that adds a column. */
function packNext() {
  const target = join(folder, `candor-${NEXT}`)
  mkdirSync(target)
  const archive = join(folder, 'releases', `candor-${version}.tar.gz`)
  execFileSync('tar', ['-x', '--strip-components=1', `--directory=${target}`, `--file=${archive}`])

  for (const name of ['package.json', 'package-lock.json']) {
    const text = readFileSync(join(target, name), 'utf8')
    const own = JSON.parse(text).version
    writeFileSync(join(target, name), text.replace(`"version": "${own}"`, `"version": "${NEXT}"`))
  }
  const added = 'alter table deposit add column next_note text;\n'
  writeFileSync(join(target, 'db/schema/0999-next-release.sql'), added)
  appendFileSync(
    join(target, 'db/functions/ledger/list_replicas.sql'),
    '\n-- changed by the next release\n',
  )

  const manifest = JSON.parse(readFileSync(join(target, 'release.json'), 'utf8'))
  const packed = packFolder(folder, NEXT, { ...manifest, version: NEXT })
  for (const path of [packed, `${packed}.sha256`])
    copyFileSync(path, join(machine.see('/root/download'), basename(path)))
}

test(
  'upgrade.md upgrades while requests are answered, and going back is refused',
  async () => {
    packNext()
    await publishAnchor()
    await follow('upgrade', 'candor-backup')
    await follow('upgrade', 'release.sh install', { isOnline: true, before: 'cd /root/download' })

    await startRequests()
    await follow('upgrade', 'release.sh activate')
    await follow('upgrade', 'candor-migrate')
    await follow('upgrade', 'candor-worker')
    await follow('upgrade', 'candor-web@3000')
    await follow('upgrade', 'candor-web@3001')
    const answers = await stopRequests()
    console.log(`  ${answers.length} requests were answered during the upgrade`)
    expect(answers.length).toBeGreaterThan(20)
    expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([])

    await follow('upgrade', 'run.sh doctor')
    await follow('upgrade', 'candor-verify')

    await follow('upgrade', 'release.sh activate 0.3.0')
    const refused = 'grep -c "older release" /var/log/systemd-stand-in/candor-web@3000.service'
    await waitUntil(
      'it was started twice',
      async () => (await machine.run(`${refused} || true`)).trim() > '1',
    )
    const [own = ''] = version.split('+')
    await follow('upgrade', 'journalctl', { replacements: { '0.3.0': own } })
    await follow('upgrade', 'release.sh activate 0.4.0')
    await follow('upgrade', 'release.sh list')
    await follow('upgrade', 'release.sh remove')
  },
  20 * MINUTES,
)

/** Requests pages and calls through Caddy, one after the other, until stopped. */
const startRequests = () =>
  machine.run(`cat > /run/requests <<'SH'
#!/bin/sh
while [ ! -e /run/requests-end ]; do
  for path in / /login /api/plans /api/operator; do
    echo "$path $(curl -s -o /dev/null -w '%{http_code}' --cacert ${TRUST} https://${SITE}$path)"
  done
done
touch /run/requests-ended
SH
    sh /run/requests > /run/answers 2>&1 < /dev/null &`)

async function stopRequests(): Promise<string[]> {
  const script = `touch /run/requests-end
    until [ -e /run/requests-ended ]; do sleep 0.1; done
    cat /run/answers`
  return (await machine.run(script)).trim().split('\n')
}

test(
  'verifying.md verifies on the server and independently, with its exit codes',
  async () => {
    const [anchor = ''] = (await listAnchors()).split('\n')
    const replacements = { '2026_11_20': anchor }

    // what strangers and members do: tests/e2e/open-books.spec.ts and the test of Go's reader try it
    for (const section of ['The transparency log', "A member's balance", "An entry of a member's"])
      pages.get('verifying')?.take(section)

    await follow('verifying', 'run.sh verify')
    await follow('verifying', 'run.sh export --format hledger')
    await follow('verifying', 'cat /var/lib/candor/anchors', { replacements })
    const site = { 'https://books.example': 'http://127.0.0.1:3000' }
    await follow('verifying', 'vkeys_', {
      replacements: { ...replacements, ...site },
      before: 'mkdir -p /root/audit && cd /root/audit',
    })
    await follow('verifying', 'run.sh export --format rows')

    // the auditor's folder, on a machine with Node alone
    const before = `mkdir -p /root/audit && cd /root/audit
      cp /opt/candor/current/scripts/check-rows.mjs /var/lib/candor/ledger.rows .
      cp /var/lib/candor/anchors/${anchor} ${anchor}`
    await follow('verifying', 'mkdir -p mirror', { replacements: site, before })
    await follow('verifying', 'node check-rows.mjs', { replacements, before })

    const check = (args: string) =>
      machine.run(`cd /root/audit; node check-rows.mjs ${args} > out && code=0 || code=$?
        echo "$code $(cat out)"`)
    const trust = `--key "$(head -1 vkeys_${anchor})" --checkpoint checkpoint_${anchor}`
    expect(await check(`ledger.rows --anchor ${anchor} --log mirror ${trust}`)).toMatch(/^0 /)
    expect(await check(`ledger.rows --anchor ${anchor} --log mirror`)).toMatch(/^3 /)
    expect(await check(`ledger.rows --anchor ${anchor}`)).toMatch(/^3 /)
    expect(await check('ledger.rows')).toMatch(/^2 /)
    await machine.run(`cd /root/audit
      sed '0,/"type":"row"/s/"reason":[^,]*/"reason":"another reason"/' ledger.rows > changed.rows
      cmp -s ledger.rows changed.rows && sed -i '50d' changed.rows || true`)
    expect(await check(`changed.rows --anchor ${anchor} --log mirror`)).toMatch(/^1 /)
  },
  10 * MINUTES,
)

test(
  'frozen-ledger.md finds a changed row, and incident.md what is wrong',
  async () => {
    await follow('frozen-ledger', 'cp -a')
    await machine.run('systemctl stop candor-worker') // or it would freeze the ledger
    const change = (by: string) =>
      psql(`begin; set local session_replication_role = replica; update ledger.journal
        set amount = amount ${by} where id = (select min(id) from ledger.journal); commit`)
    await change('+ 1')
    await follow('frozen-ledger', 'run.sh verify --anchor', { fails: true })
    await change('- 1')
    await machine.run('sh /opt/candor/current/deploy/run.sh verify --anchor /srv/stored-anchors')

    await machine.run('systemctl start candor-worker; chmod 0755 /var/lib/candor/files')
    await follow('incident', 'run.sh doctor', { fails: true })
    await machine.run('chmod 0700 /var/lib/candor/files')
    await follow('incident', 'journalctl')
  },
  10 * MINUTES,
)

test(
  'several-machines.md moves the files into a bucket',
  async () => {
    await machine.run(`setsid node ${PROJECT}/tests/support/run-object-storage.ts \\
      > /run/bucket.env 2> /run/bucket.log < /dev/null &`)
    await waitUntil('the bucket is there', async () =>
      (await machine.run('cat /run/bucket.env')).includes('S3_SECRET_ACCESS_KEY='),
    )
    const settings = await machine.run('cat /run/bucket.env')
    const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(settings)?.[1] ?? ''
    const replacements = {
      'candor-files': read('S3_BUCKET'),
      'https://s3.eu-central-1.amazonaws.com': read('S3_ENDPOINT'),
    }
    await machine.run('cat /run/bucket.env >> /etc/candor/candor.env')

    await follow('several-machines', 'run.sh doctor', { replacements })
    await follow('several-machines', 'run.sh copy-files', { replacements })
    await follow('several-machines', 'systemctl stop', { replacements })
    await follow('several-machines', 'rm -r /var/lib/candor/files')
    await waitUntil('web is ready', async () => (await curl('/readyz')).includes('true'))
    await machine.run('systemctl is-active candor-web@3000 candor-web@3001 candor-worker')
  },
  10 * MINUTES,
)

test(
  'first-admin.md resets the access of an admin, who sets another password',
  async () => {
    const output = await followAndType('first-admin', 'reset-admin', 'Type the address', ADMIN)
    await waitUntil('web is ready', async () => (await curl('/readyz')).includes('true'))
    expect(await logIn(PASSWORD)).toMatch(/ 401$/)

    const [token = ''] = /(?<=\/reset-password\/)[^\s?]+/.exec(output) ?? []
    await curl(
      `/api/user/change/${token}`,
      `--fail -H 'content-type: application/json' \\
        -d '${JSON.stringify({ password: NEW_PASSWORD })}'`,
    )
    expect(await logIn(NEW_PASSWORD)).toMatch(/"token".* 200$/)
  },
  10 * MINUTES,
)

test('no commands of these pages are left untried', () => {
  for (const [name, page] of pages) expect(page.listUntaken(), name).toEqual([])
})
