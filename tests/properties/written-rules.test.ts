import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import * as deposits from '#modules/deposits/model.ts'
import * as enquiries from '#modules/enquiries/model.ts'
import { MAX_PASSKEYS } from '#modules/identity/model/factor-limits.ts'
import * as identity from '#modules/identity/model.ts'
import * as plans from '#modules/plans/model.ts'
import * as portfolio from '#modules/portfolio/model.ts'
import { DEFAULT_TERMS, getDefaultSettings, MAX_REFERRAL_BPS } from '#modules/settings/model.ts'
import * as withdrawals from '#modules/withdrawals/model.ts'
import * as uploads from '#platform/files/uploads.ts'
import { LARGE_BODIES, LARGE_BODY_BYTES } from '#platform/http/large-bodies.ts'
import { describeCalls } from '#platform/http/openapi.ts'
import { UPLOADED_BYTES } from '#platform/http/uploaded-bytes.ts'
import { contract } from '../../src/contract.ts'
import { listAcceptedFields, type TakenField } from '../support/accepted-fields.ts'
import { answersToFiles, answersTogether } from '../support/rule-combinations.ts'

const ROOT = join(import.meta.dirname, '../..')
const table = (head: string, rows: readonly string[]) =>
  `| ${head} |\n|${'---|'.repeat(head.split(' | ').length)}\n${rows.map((row) => `| ${row} |`).join('\n')}\n`

/** What may be of any length, because something else bounds it before it is used. */
const BOUNDED_ELSEWHERE: Record<string, string> = {
  'administration.changeSetting value.*':
    'held to the shape of its setting in src/modules/settings/steps/set-setting.ts',
  'clientExtensionResults.*': 'never looked at',
}

const fields = async () =>
  listAcceptedFields(await describeCalls(contract, 'http://localhost:3000'))

test('Every text and every list that a call takes says how long it may be', async () => {
  const isBoundedElsewhere = (field: TakenField) =>
    Object.keys(BOUNDED_ELSEWHERE).some((end) => `${field.call} ${field.name}`.endsWith(end))
  const all = await fields()
  expect(all.length).toBeGreaterThan(400)
  expect(all.filter((field) => field.unbounded && !isBoundedElsewhere(field))).toEqual([])
})

test('docs/security/inputs.md lists each call’s input and the rules between fields', async () => {
  const calls = Map.groupBy(await fields(), ({ address }) => address)
  const rows = [...calls].map(
    ([address, taken]) =>
      `\`${address}\` | ${taken.map(({ name, rule, required }) => `${name}${required ? '' : '?'}: ${rule}`).join('; ')}`,
  )
  const page = `${INPUTS}${table('call | takes', rows.sort())}${TOGETHER}${table('what is asked | is answered', answersTogether())}`

  await expect(page).toMatchFileSnapshot('../../docs/security/inputs.md')
})

const LIMITS = {
  identity: identity.LIMITS,
  deposits: deposits.LIMITS,
  portfolio: portfolio.LIMITS,
  enquiries: enquiries.LIMITS,
}

test('every rate limit is among its module’s LIMITS, and each of them is counted', () => {
  const sources = globSync('src/modules/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const counted = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [...text.matchAll(/\blimit\(app, [^()]*(?:\([^()]*\)[^()]*)*\)/g)].map(([call]) => ({
      file,
      call,
    }))
  })

  expect(counted.length).toBeGreaterThan(30)
  expect(counted.filter(({ call }) => !/(LIMITS\.\w+|RULES\[name\])\)$/.test(call))).toEqual([])

  const uncounted = Object.entries(LIMITS).flatMap(([module, limits]) => {
    const files = sources.filter(
      (file) => file.startsWith(`src/modules/${module}/`) && !file.endsWith('model.ts'),
    )
    const text = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    return Object.keys(limits).filter((name) => !new RegExp(`LIMITS\\.${name}\\b`).test(text))
  })

  expect(uncounted).toEqual([])
})

const span = (ms: number) => (ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`)
const splitCamelCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

test('docs/security/limits.md lists the limits per member and for all members', async () => {
  const often = Object.entries(LIMITS).flatMap(([module, limits]) =>
    Object.entries(limits).map(
      ([name, { max, windowMs }]) =>
        `${module}: ${splitCamelCase(name)} | ${max} | ${span(windowMs)}`,
    ),
  )

  const { withdrawals: waits } = getDefaultSettings('live', 'x')
  const much = [
    `passwords | ${identity.PASSWORD_MIN} to ${identity.PASSWORD_MAX} characters`,
    `passkeys a person | ${MAX_PASSKEYS}`,
    `quotes open at once a member | ${deposits.OPEN_QUOTES_LIMIT}`,
    `addresses saved a member | ${withdrawals.SAVED_WALLETS_LIMIT}`,
    ...Object.entries(DEFAULT_TERMS).map(
      ([method, { minWithdrawal, withdrawalFee, quoteMinutes }]) =>
        `${method}, unless set otherwise | withdrawals from ${formatUsd(minWithdrawal)} or all ` +
        `there is, fee ${formatUsd(withdrawalFee)}, a rate holds ${quoteMinutes} minutes`,
    ),
    'a withdrawal, live, unless set otherwise | from ' +
      `${formatUsd(BigInt(waits.secondAdminFrom))} a day two admins; a new address waits ` +
      `${waits.walletCoolDownHours} h`,
    `an invitation’s reward | at most ${MAX_REFERRAL_BPS / 100} % of the first deposit`,
    `a plan | target at most ${plans.MAX_TARGET_BPS / 100} %, term at most ` +
      `${plans.MAX_TERM_DAYS} days, notice at most ${plans.MAX_NOTICE_DAYS} days`,
    `entries on a statement | ${portfolio.MAX_ENTRIES}`,
  ]

  const files = [
    `a file | ${uploads.UPLOAD_LIMIT_BYTES / 1024 / 1024} MB`,
    `all proofs of payment of a member in a day | ${deposits.PROOF_BYTES_A_DAY / 1024 / 1024} MB`,
    `all files that a member sends in a day, refused ones too | ${UPLOADED_BYTES.max / 1024 / 1024} MB`,
    `requests above ${LARGE_BODY_BYTES / 1024} KiB that are read at once | ` +
      `${LARGE_BODIES.fromSource} from a source, ${LARGE_BODIES.together} from all`,
    `a picture as it says it is, before it is unfolded | ${uploads.LIMIT_PIXELS / 1e6} ` +
      `megapixels; ${uploads.LIMIT_PIXELS_AT_ONCE / 1e6} where it can’t be read line by line`,
    `a picture as it is stored | ${uploads.MAX_SIDE} pixels a side`,
  ]

  const page = `${LIMITS_HEAD}${table('who does what | times | within', often)}
## How much

${table('what | at most', much)}
## Files

Proofs of payment, evidence of what a plan earned or lost, and what applicants send: recognised by
their content, never by their name, which is not stored. They are stored below \`DATA_DIR\`, outside
of what is served, under names of our own without an ending, and leave as downloads that no browser
shows or runs.

${table('what | at most', files)}
${table('what is sent | becomes of it', await answersToFiles())}`

  await expect(page).toMatchFileSnapshot('../../docs/security/limits.md')
})

const WRITTEN =
  'Written by a test (`npx vitest run tests/properties/written-rules.test.ts -u`), which ' +
  'fails when code and page differ.'

const INPUTS = `# What is taken, and in which shape

${WRITTEN}
The server holds every request against this, whatever a screen has looked at before; a refusal names the field. A \`?\`
marks what may be left out. Fields that stand nowhere here are dropped. A body has at most 64 KiB, a form with a file 10 MB
and 64 KiB; texts hold no NUL and no half characters.

`
const TOGETHER = `
## What has to fit together

Each line is asked of the code when this page is written.

`
const LIMITS_HEAD = `# Limits

${WRITTEN}
What the operator sets is in the back office; how many calls of any kind one person and one source have a minute is in
\`docs/operating/configuration.md\`.

## How often

`
