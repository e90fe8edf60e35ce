import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '#platform/config/settings.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const product = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT })
    .filter((name) => !/\.test\.tsx?$|\/testing\.ts$/.test(name))
    .sort()
    .map((name) => ({ name, text: read(name) }))
const SOURCES = product('src/**/*.ts', 'src/**/*.tsx')
const parseRows = (document: string) =>
  read(document)
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
const bare = (cell = '') => cell.replaceAll('`', '')

const CALLED =
  /\b(createCipheriv|createDecipheriv|createHash|createHmac|hkdfSync|randomBytes|randomInt|randomUUID|timingSafeEqual|getRandomValues|verifyPassword|verifyAuthenticationResponse|verifyRegistrationResponse|AwsV4Signer|keccak_256|sha256|createSha256Lanes|createBase58check)\(/g

test('docs/security/cryptography.md lists each file with cryptography and its calls', () => {
  const files = [...SOURCES, ...product('scripts/*.js', 'scripts/*.mjs')].map(({ name, text }) => {
    const called = new Set([...text.matchAll(CALLED)].map(([, one = '']) => one))
    if (text.includes('promisify(argon2)')) called.add('argon2')
    return `${name}: ${[...called].sort().join(', ')}`
  })

  const inDatabase = product('db/schema/*.sql', 'db/functions/*/*.sql')
    .filter(({ text }) => text.includes('sha256('))
    .map(({ name }) => `${name}: sha256`)
  const found = [...files.filter((line) => !line.endsWith(': ')), ...inDatabase]
  const rows = parseRows('docs/security/cryptography.md').filter(([file]) =>
    /\.(ts|js|mjs|sql)`$/.test(file ?? ''),
  )

  expect(rows.map(([file, uses]) => `${bare(file)}: ${uses}`).sort()).toEqual(found.sort())
  expect(rows.filter(([, , why = '']) => why.length < 10)).toEqual([])
})

/**
 * Returns the purposes of every encryption and keyed digest, by the text or the constant that names
 * them.
 */
function purposes(): string[] {
  const all = SOURCES.map(({ text }) => text).join('\n')
  const keyUses = [
    ...all.matchAll(
      /\b(?:en|de)cryptSecret\([\w.]+, ([\w']+),|\bcomputeKeyedDigests?\([\w.]+, ([^,]+),/g,
    ),
  ]

  const named = keyUses.flatMap(([, encrypting, digesting]) => {
    const name = encrypting ?? digesting ?? ''
    if (name.startsWith("'")) return [name.slice(1, -1)]
    return [...all.matchAll(new RegExp(`const ${name} = '([^']+)'`, 'g'))].map(
      ([, text = '']) => text,
    )
  })

  return [...new Set(named)]
}

test('the document gives the owner, place and end of each key, also those made of SECRET', () => {
  const settings = Object.keys(
    z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
  )
  const holding = settings.filter(
    (name) =>
      /SECRET|KEY|WEBHOOK|_PROVIDERS|_URL(_FILE)?$|PASSWORD|TOKEN/.test(name) &&
      name !== 'PUBLIC_URL' &&
      name !== 'SUMSUB_URL',
  )
  const rows = parseRows('docs/security/cryptography.md').filter(
    (cells) => cells.length === 6 && cells[0] !== 'key',
  )

  expect(rows.map(([key]) => bare(key)).sort()).toEqual([...holding, ...purposes()].sort())
  expect(purposes().length).toBeGreaterThan(3)
  expect(rows.filter((cells) => cells.some((cell) => cell.trim().length < 3))).toEqual([])
})

test('docs/security/connections.md names everybody whom the server speaks to', () => {
  const outgoing = parseRows('docs/security/connections.md').filter(
    (cells) => cells.length === 5 && cells[0] !== 'to',
  )
  const hosts = SOURCES.filter(({ name }) => /^src\/modules\/[^/]+\/adapters\//.test(name)).flatMap(
    ({ name, text }) =>
      [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => `${host} ${name}`),
  )

  const asking = SOURCES.filter(({ text }) =>
    /\bfrom '[^']*\bfetch-external-json\.ts'/.test(text),
  ).map(({ name }) => name)
  expect(asking.filter((name) => !/^src\/modules\/[^/]+\/adapters\//.test(name))).toEqual([])

  const opening = SOURCES.filter(({ text }) =>
    /createTransport\(|new OTLPTraceExporter\(|new pg\.(Pool|Client)\(|new AwsV4Signer\(/.test(
      text,
    ),
  ).map(({ name }) => name)
  expect(opening).toEqual([
    'src/platform/db/db.ts',
    'src/platform/db/lasting-connection.ts',
    'src/platform/db/login-timeouts.ts',
    'src/platform/db/migrate.ts',
    'src/platform/files/s3-requests.ts',
    'src/platform/mail/mail.ts',
    'src/platform/monitoring/open-telemetry.ts',
  ])

  const feeds = outgoing.filter(([to = '']) => to.startsWith('`'))
  expect(feeds.map(([to, , , , by]) => `${bare(to)} ${bare(by)}`).sort()).toEqual(hosts.sort())
  expect(outgoing.map(([to]) => bare(to)).filter((to) => to.startsWith('the host of'))).toEqual([
    'the host of SMTP_URL',
    'the host of ALERT_WEBHOOK',
    'the host of SUMSUB_URL',
    'the host of BITCOIN_PROVIDERS',
    'the host of ETHEREUM_PROVIDERS',
    'the host of TRON_PROVIDERS',
    'the host of OTEL_EXPORTER_OTLP_ENDPOINT',
    'the host of DATABASE_URL',
    'the host of S3_ENDPOINT',
  ])
})

test('The bounds of long work stand in the code as they are written there', () => {
  const rows = parseRows('docs/security/connections.md').filter(([, , where = '']) =>
    /^`src\/[^`]+`: /.test(where),
  )
  const wrong = rows.flatMap(([, , where = '']) =>
    where.split('; ').flatMap((place) => {
      const [, file = '', bounds = ''] = /^`([^`]+)`: (.+)$/.exec(place) ?? []
      const text = file ? read(file) : ''
      return [...bounds.matchAll(/`([^`]+)`/g)].flatMap(([, bound = '']) =>
        text.includes(bound) ? [] : [`${file} has no ${bound}`],
      )
    }),
  )

  expect(rows.length).toBeGreaterThan(9)
  expect(wrong).toEqual([])
})

/** A call that records an audit event, alone or in the statement of other writes. */
const AUDIT_CALL = /\b(?:record\(\s*tx,|buildAuditEventInsert\()(.*?)\)\s*(?:\n|;|$)/gs

test('docs/security/logging.md lists every line that a log may hold and every audit event', () => {
  const lines = SOURCES.flatMap(({ name, text }) =>
    [...text.matchAll(/\blog(?:\.\w+|\[[^\]]*\])\(/g)].map(({ index }) => {
      const [, message] = /'([^'\n]+)',?\s*\)/.exec(text.slice(index, index + 500)) ?? []
      return `${message} ${name}`
    }),
  )

  const rows = parseRows('docs/security/logging.md').filter(([, , file = '']) =>
    file.startsWith('`src/'),
  )
  expect([...new Set(rows.map(([message, , file]) => `${message} ${bare(file)}`))].sort()).toEqual(
    [...new Set(lines)].sort(),
  )

  const eventNames = SOURCES.filter(({ name }) => !/\/contract(\/[^/]+)?\.ts$/.test(name)).flatMap(
    ({ text }) =>
      [...text.matchAll(AUDIT_CALL)].flatMap(([, args = '']) =>
        [...args.matchAll(/'([a-z-]+\.[a-z-]+)'|`((?:factor|\$\{person\.kind\})\.[^`]*)`/g)].map(
          ([, plain, made]) => plain ?? made ?? '',
        ),
      ),
  )

  const [, listed = ''] = /## Audit events\n\n(.*)\n/.exec(read('docs/security/logging.md')) ?? []
  expect(listed.split(', ').map(bare).sort()).toEqual([...new Set(eventNames)].sort())
})

type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

test('every package is in one list with version and digest, and is from a registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, LockedPackage>
  }
  const wrong = Object.entries(packages).flatMap(([place, one]) => {
    if (place === '') return []
    const pinned = /^\d+\.\d+\.\d+/.test(one.version ?? '') && /^sha512-/.test(one.integrity ?? '')
    const elsewhere =
      one.link || /^(git|file|http:)|github|gitlab|bitbucket/.test(one.resolved ?? '')
    return pinned && !elsewhere ? [] : [place]
  })

  expect(wrong).toEqual([])
  expect(Object.keys(packages).length).toBeGreaterThan(400)

  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const dependencyVersions = Object.entries<string>({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })

  expect(
    dependencyVersions.filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    ),
  ).toEqual([])
})
