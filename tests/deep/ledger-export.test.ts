import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeSingleLine } from '#lib/plain-text-accounting.ts'
import { ensureAccountants } from '../../scripts/debian.js'
import type { TestApp } from '../support/app.ts'
import { computeCopyBalances, copyText, createCopyFixture, HOSTILE } from '../support/integrity.ts'

const run = promisify(execFile)
const PATIENCE = 600_000

let testApp: TestApp
let folder: string
let programs: ReturnType<typeof ensureAccountants>
const copies = { hledger: '', beancount: '' }
let rows: bigint

beforeAll(async () => {
  programs = ensureAccountants()
  folder = await mkdtemp(join(tmpdir(), 'candor-copy-'))
  testApp = await createCopyFixture()

  const { text, ...head } = await copyText(testApp, 'hledger')
  rows = head.rows
  Object.assign(copies, { hledger: text, beancount: (await copyText(testApp, 'beancount')).text })
}, PATIENCE)
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns a program's output for a copy, and whether it took the copy. */
async function ask(program: keyof typeof copies, text: string, args: string[] = []) {
  const path = join(folder, `books.${program}`)
  await writeFile(path, text)

  const programArgs = program === 'hledger' ? ['-f', path, ...args] : [path]
  const environment = { env: { ...process.env, LC_ALL: 'C.UTF-8' }, maxBuffer: 1 << 30 }

  return await run(programs[program], programArgs, environment).then(
    ({ stdout }) => ({ taken: true, output: stdout }),
    (error) => ({ taken: false, output: `${error.stdout}${error.stderr}` }),
  )
}

test(
  "hledger's own balance of every account is the ledger's, in every currency",
  async () => {
    const { output } = await ask('hledger', copies.hledger, [
      'bal',
      '-N',
      '--flat',
      '-E',
      '-O',
      'csv',
    ])

    const lines = output.trim().split('\n').slice(1)
    const theirs = new Map(
      lines.map((line) => /^"(.*)","(.*)"$/.exec(line)?.slice(1) as [string, string]),
    )
    const ours = await computeCopyBalances(testApp, 'hledger', rows)

    expect(theirs.size).toBe(ours.size)

    const orNothing = (text: string) => (/^-?0\.0+ /.test(text) ? '0' : text)
    for (const [name, text] of ours) expect(theirs.get(name), name).toBe(orNothing(text))

    const currencies = new Set([...theirs.values()].map((text) => text.split(' ')[1]))
    expect(currencies).toEqual(new Set([undefined, 'USD', 'BTC', 'ETH', 'USDT']))

    console.log(`  hledger: ${theirs.size} accounts after ${rows} rows agree`)
  },
  PATIENCE,
)

test(
  'hledger takes the copy in its strict mode, row for row, with every text in its place',
  async () => {
    expect(await ask('hledger', copies.hledger, ['check', '--strict'])).toEqual({
      taken: true,
      output: '',
    })

    const { output: stats } = await ask('hledger', copies.hledger, ['stats'])
    const transactions = Number(/^Transactions +: (\d+)/m.exec(stats)?.[1])
    expect(transactions).toBe(
      Number(rows) + (await computeCopyBalances(testApp, 'hledger', rows)).size,
    )

    const { output: descriptions } = await ask('hledger', copies.hledger, ['descriptions'])
    for (const text of HOSTILE)
      expect(descriptions.split('\n')).toContain(`adjusted ${encodeSingleLine(text)}`)
  },
  PATIENCE,
)

test('beancount takes the copy', async () => {
  expect(await ask('beancount', copies.beancount)).toEqual({ taken: true, output: '' })
}, 600_000)

const withoutOne = (text: string) =>
  text.replace(/\n\d{4}-\d\d-\d\d \* [^\n]*return_paid.*?\n(?=\n)/s, '')
/** Both legs, so that the row still comes to nothing by itself. */
const oneMore = (text: string) => text.replaceAll('3.33 USD', '3.34 USD')

test.each([
  ['hledger', 'a row is missing', withoutOne, 'balance assertion'],
  ['hledger', 'one amount is a cent more', oneMore, 'balance assertion'],
  ['beancount', 'a row is missing', withoutOne, 'Balance failed'],
  ['beancount', 'one amount is a cent more', oneMore, 'Balance failed'],
] as const)(
  '%s refuses a copy in which %s (control)',
  async (program, _what, spoil, complaint) => {
    const spoilt = spoil(copies[program])
    expect(spoilt).not.toBe(copies[program])
    const { taken, output } = await ask(program, spoilt, ['check'])
    expect(taken).toBe(false)
    expect(output).toContain(complaint)
  },
  600_000,
)
