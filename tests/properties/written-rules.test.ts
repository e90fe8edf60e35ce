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
import { VIEWS_LIMIT } from '#modules/saved-views/model.ts'
import { DEFAULT_TERMS, getDefaultSettings, MAX_REFERRAL_BPS } from '#modules/settings/model.ts'
import { BULK_LIMIT } from '#modules/transactions/model.ts'
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
  const page = `${INPUTS}${table('call | takes', rows.sort())}${TOGETHER}${table('request | answer', answersTogether())}`

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
    `passkeys per person | ${MAX_PASSKEYS}`,
    `open quotes per member | ${deposits.OPEN_QUOTES_LIMIT}`,
    `saved addresses per member | ${withdrawals.SAVED_WALLETS_LIMIT}`,
    `deposits or withdrawals decided in one action | ${BULK_LIMIT}`,
    `saved views of a list per staff member | ${VIEWS_LIMIT}`,
    ...Object.entries(DEFAULT_TERMS).map(
      ([method, { minWithdrawal, withdrawalFee, quoteMinutes }]) =>
        `${method}, default | withdrawals from ${formatUsd(minWithdrawal)} or the full balance, ` +
        `fee ${formatUsd(withdrawalFee)}, rate locked for ${quoteMinutes} minutes`,
    ),
    'withdrawals in live mode, default | two admins from ' +
      `${formatUsd(BigInt(waits.secondAdminFrom))} in 24 hours; a new address waits ` +
      `${waits.walletCoolDownHours} h`,
    `referral reward | at most ${MAX_REFERRAL_BPS / 100} % of the first deposit`,
    `a plan | target at most ${plans.MAX_TARGET_BPS / 100} %, term at most ` +
      `${plans.MAX_TERM_DAYS} days, notice at most ${plans.MAX_NOTICE_DAYS} days`,
    `entries on a statement | ${portfolio.MAX_ENTRIES}`,
  ]

  const files = [
    `a file | ${uploads.UPLOAD_LIMIT_BYTES / 1024 / 1024} MB`,
    `proofs of payment of a member per day | ${deposits.PROOF_BYTES_A_DAY / 1024 / 1024} MB`,
    `files that a member uploads per day, rejected ones included | ${UPLOADED_BYTES.max / 1024 / 1024} MB`,
    `requests above ${LARGE_BODY_BYTES / 1024} KiB, read at the same time | ` +
      `${LARGE_BODIES.fromSource} per source, ${LARGE_BODIES.together} in total`,
    `an image, by its header, before it is decoded | ${uploads.LIMIT_PIXELS / 1e6} ` +
      `megapixels; ${uploads.LIMIT_PIXELS_AT_ONCE / 1e6} if it can’t be decoded line by line`,
    `a stored image | ${uploads.MAX_SIDE} pixels per side`,
  ]

  const page = `${LIMITS_HEAD}${table('action | limit | period', often)}
## Amounts

${table('subject | limit', much)}
## Files

Proofs of payment, evidence of income and losses, and CVs are recognised by their content, never by their
name, which is not stored. They are stored in \`DATA_DIR\` or in the bucket of \`S3_BUCKET\`, outside the web
root, under generated names without an extension, and served as downloads that no browser shows or runs.

${table('subject | limit', files)}
${table('file | result', await answersToFiles())}`

  await expect(page).toMatchFileSnapshot('../../docs/security/limits.md')
})

const WRITTEN =
  'Written by a test (`npx vitest run tests/properties/written-rules.test.ts -u`), which ' +
  'fails when code and page differ.'

const INPUTS = `# Accepted input

${WRITTEN}
The server checks every request against this page, whatever a screen has checked before; a rejection names the field. A \`?\`
marks an optional field. Fields that aren't listed are dropped. A body has at most 64 KiB, a form with a file 10 MB and 64 KiB;
texts contain no NUL and no half characters.

`
const TOGETHER = `
## Combined rules

The test gets each answer from the code.

`
const LIMITS_HEAD = `# Limits

${WRITTEN}
The operator sets further limits in the back office; \`docs/operating/configuration.md\` has the limits of all calls by person and
by source.

## Rates

`
