import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RECENT_AUTH_MS } from '#modules/identity/model/factor-limits.ts'
import { generateRecoveryCode, RECOVERY_CODES } from '#modules/identity/model/recovery-codes.ts'
import {
  LIMITS,
  MAX_SESSIONS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SESSION_SPANS,
} from '#modules/identity/model.ts'
import { assessPassword } from '#modules/identity/queries/password-rules.ts'
import { FIELD_OF } from '#modules/identity/steps/show-factor.ts'
import { BREACHED_COUNT } from '#platform/auth/breached-passwords.ts'
import { CONTEXT_WORDS } from '#platform/auth/common-passwords.ts'
import { createSixDigitCode } from '#platform/auth/secrets.ts'
import routes from '../../src/routes.ts'
import { everyCall } from '../support/every-call.ts'
import { fieldsOfCalls } from '../support/fields.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const document = read('docs/security/authentication.md')

/** The API of identity: all files that bind its calls. */
const readIdentityApi = () =>
  readdirSync(join(ROOT, 'src/modules/identity/api'))
    .map((name) => read(`src/modules/identity/api/${name}`))
    .join('\n')

const prose = document.replace(/\s+/g, ' ')

/** The rows of the table whose first column is called so. */
function readTable(first: string): string[][] {
  const lines = document.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| ${first} |`)) + 2
  const until = lines.findIndex((line, at) => at >= from && !line.startsWith('|'))

  return lines.slice(from, until).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const below = (folder: string, ends: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name))
    .map((name) => `${folder}/${name}`)
const sources = below('src', /(?<!\.test)\.tsx?$/).filter(
  (path) => !/\/(testing|seed)\.ts$/.test(path),
)
const using = (word: RegExp) => sources.filter((path) => word.test(read(path)))

test('the document states each limit of tries, and that no user locks another out', () => {
  const documentedLimits = readTable('limit').map(([name, , max, minutes]) => [
    name,
    Number(max),
    Number(minutes),
  ])

  expect(documentedLimits).toEqual(
    Object.entries(LIMITS).map(([name, { max, windowMs }]) => [name, max, windowMs / 60_000]),
  )

  const known = /key: `\$\{key\} \$\{device/.test(read('src/modules/identity/steps/count-try.ts'))
  expect([known, prose.includes('No user locks another user out')]).toEqual([true, true])

  for (const setting of ['CALLS_PER_PERSON', 'CALLS_PER_SOURCE'])
    expect(document).toContain(`\`${setting}\``)
})

test('Words that make no password are listed as they are', () => {
  expect(/```\n([^`]+)```/.exec(document)?.[1]?.trim().split(/\s+/)).toEqual(CONTEXT_WORDS)
  expect(CONTEXT_WORDS.length).toBeGreaterThan(20)
  expect(prose).toContain(`${PASSWORD_MIN} to ${PASSWORD_MAX} characters of any kind`)
  expect(prose).toContain(
    `stolen ones that are long enough (${BREACHED_COUNT.toLocaleString('en')})`,
  )
})

test('Every way in is written down with what it shows, and there is no other', () => {
  const rows = readTable('call')
  const opening = [
    ...readIdentityApi().matchAll(/^ {2}(\w+): calls\.\1\.handler\((?:(?!^ {2}\w).*\n)*/gm),
  ]
    .filter(([body]) => /complete(?:Log[iI]n|SignIn)\(/.test(body))
    .map(([, name]) => `identity.${name}`)

  const calls = everyCall().filter(({ name }) => opening.includes(name))
  expect(rows.map(([call]) => call).sort()).toEqual(
    calls.map(({ method, path }) => `${method} /api${path}`).sort(),
  )

  const commands = [
    ...new Set(
      rows.map(([, by = '']) => `src/modules/identity/commands/${by.replace(/`/g, '')}.ts`),
    ),
  ]

  expect(using(/\bcompleteSignIn\(tx,/)).toEqual(commands.sort())
  expect(using(/\bopenSession\(tx,/)).toEqual(['src/modules/identity/steps/complete-sign-in.ts'])
  expect(using(/insertInto\('session'\)/)).toEqual(['src/modules/identity/steps/open-session.ts'])

  const uncounted = commands.filter((path) => !/await (countSource|limit)\(/.test(read(path)))
  expect(uncounted).toEqual([])
})

test('The second factors are those that are written down, none of them a telephone', () => {
  expect(
    readTable('second factor')
      .map(([name = '']) => name.replace(/`/g, ''))
      .sort(),
  ).toEqual(Object.keys(FIELD_OF).sort())

  const packages = Object.keys(JSON.parse(read('package.json')).dependencies)
  expect(
    packages.filter((name) => /sms|twilio|vonage|messagebird|sinch|telnyx|plivo/.test(name)),
  ).toEqual([])
  expect(using(/\bsms\b|sendText|\btext message/i)).toEqual([])
})

test('nothing is asked for or stored that hints at a password or that others could know', () => {
  const asking = /hint|question|riddle|maiden|mother|first_?pet|memorable|reminder/i
  expect(
    fieldsOfCalls().flatMap(({ call, takes }) =>
      takes.filter((field) => asking.test(field)).map((field) => `${call}: ${field}`),
    ),
  ).toEqual([])

  const columns = below('db/schema', /\.sql$/).flatMap((path) =>
    [...read(path).matchAll(/^ +(\w+) +(?:text|bytea)\b/gm)].map(([, name = '']) => name),
  )
  expect(columns.length).toBeGreaterThan(100)
  expect(columns.filter((name) => asking.test(name))).toEqual([])
})

test('a recovery code has 112 random bits or more; a code by mail has six digits', () => {
  const codes = Array.from({ length: 300 }, generateRecoveryCode)
  const letters = new Set(codes.join('').replaceAll('-', ''))

  expect(new Set(codes).size).toBe(300)

  const [fewestBits = 0] = codes
    .map((code) => code.replaceAll('-', '').length * Math.log2(letters.size))
    .sort((one, other) => one - other)
  expect(fewestBits).toBeGreaterThanOrEqual(112)
  expect(prose).toContain(`one of ten, ${Math.floor(fewestBits)} random bits each`)
  expect(RECOVERY_CODES).toBe(10)

  const digits = Array.from({ length: 2_000 }, createSixDigitCode)
  for (const code of digits) expect(String(code)).toMatch(/^[1-9]\d{5}$/)
  expect(new Set(digits).size).toBeGreaterThan(1_980)
  expect(new Set(digits.map((code) => String(code)[0])).size).toBe(9)
})

test('A password may be as long as 128 characters, and of any kind', () => {
  const owner = { firstName: 'Maya', lastName: 'Lindqvist', email: 'maya@example.com' }
  for (const password of [
    'w7 '.repeat(20).concat('last'),
    `${'häß 漢字 '.repeat(18)}äö`,
    'z9!kQ '.repeat(21).concat('ab'),
  ])
    expect(assessPassword(password, owner), password).toMatchObject({
      verdict: expect.stringMatching(/fair|strong/),
    })

  expect(assessPassword('z9!kQ '.repeat(22), owner).verdict).toBe('long')
})

test('the document states session lifetimes, and why they exceed those of NIST', () => {
  const span = (ms: number) =>
    ms % 86_400_000 === 0
      ? `${ms / 86_400_000} days`
      : ms % 3_600_000 === 0
        ? `${ms / 3_600_000} hours`
        : `${ms / 60_000} minutes`

  expect(readTable('session')).toEqual(
    Object.entries(SESSION_SPANS).map(([name, { idleMs, longestMs }]) => [
      name,
      span(idleMs),
      span(longestMs),
    ]),
  )

  expect(prose).toContain(`asks for a proof no older than ${RECENT_AUTH_MS / 60_000} minutes`)

  const { admin } = SESSION_SPANS
  expect([admin.idleMs <= 30 * 60_000, admin.longestMs <= 12 * 3_600_000]).toEqual([true, true])
  expect(prose).toContain('Against NIST SP 800-63B')
})

test('How many sessions one person may have is written down, and what one more does', () => {
  expect(prose).toContain(`One person has up to ${MAX_SESSIONS} sessions at once`)
  expect(prose).toContain("One more ends the one that wasn't used for longest")
  expect(read('src/modules/identity/steps/open-session.ts')).toContain('.offset(MAX_SESSIONS)')
})

test('a password field hides its text, lets managers fill it and takes pasted text', () => {
  const screens = using(/<PasswordField\b/).filter((path) => !path.startsWith('src/web/dev/'))
  const fields = screens.flatMap((path) =>
    [...read(path).matchAll(/<PasswordField\b[^>]*?\/>/gs)].map(([field]) => ({ path, field })),
  )
  expect(fields.length).toBeGreaterThanOrEqual(10)

  const unhelped = fields.filter(
    ({ field }) => !/autoComplete="(current|new)-password"/.test(field),
  )
  expect(unhelped).toEqual([])

  const component = read('src/ui/form/password-field.tsx')
  expect(component).toContain('useState(false)')
  expect(component).toContain("type={shown ? 'text' : 'password'}")

  const bare = using(/autoComplete="(current|new)-password"/).filter(
    (path) => !read(path).includes('PasswordField'),
  )
  expect(bare).toEqual([])
  expect(using(/\bonPaste=|\bonDrop=\{[^}]*preventDefault/)).toEqual([])
  expect(using(/addEventListener\('paste'/)).toEqual(['src/ui/form/file-drop.tsx'])
})

type Page = { file: string; children?: Page[] | undefined }
const listPages = (page: Page): string[] => [page.file, ...(page.children ?? []).flatMap(listPages)]

test('every page behind a log-in is in a frame whose menu has a way to log out', () => {
  const frames = ['web/dashboard/layout.tsx', 'web/admin/layout.tsx']
  const listGuardedPages = (pages: readonly Page[]) =>
    pages.flatMap(listPages).filter((file) => /screens\/(member|admin)\//.test(file))
  const framed = routes.filter(({ file }) => frames.includes(file))

  expect(listGuardedPages(framed).length).toBeGreaterThan(40)
  expect(listGuardedPages(routes.filter(({ file }) => !frames.includes(file)))).toEqual([])

  for (const frame of frames) {
    const [layout, nav] = [
      read(`src/${frame}`),
      read(`src/${frame}`.replace('layout.tsx', 'nav.ts')),
    ]
    expect(
      [
        /\bbuildNav\(.*\blogOut\b.*\)/.test(layout),
        nav.includes("{ label: 'Log out', onSelect: logOut,"),
      ],
      frame,
    ).toEqual([true, true])
  }
})
