import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBlock, checkRows } from '#lib/check-chain.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { listOwnerBlocks } from '#modules/ledger/queries.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { LedgerVerifier } from '../../scripts/check-rows.mjs'
import type { TestDatabase } from '../support/database.ts'
import { ledgerUnderLoad, member, postDeposit } from '../support/ledger-load.ts'
import { formatLines, type Line, readExportLines, rechain } from '../support/rows.ts'
import { RECHAIN } from '../support/tamperings.ts'

const ONE = member(1)
const OTHER = member(2)
let database: TestDatabase
/** The last block that was chained before there were salts. */
let lastUnsalted: bigint

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function readHead(): Promise<bigint> {
  const { rows } = await database.owner.query('select max(block) as block from ledger.chain_block')
  return BigInt(rows[0].block)
}

/** Runs statements past the triggers, as the owner of the server can. */
async function tamper(statements: string): Promise<void> {
  await database.owner.query(
    `set session_replication_role = replica; ${statements}; reset session_replication_role`,
  )
}

async function deposit(name: string, cents: bigint): Promise<void> {
  await runInTransaction(database.db, async (tx) => {
    await postDeposit(tx, `${name}/one`, ONE, cents)
    await postDeposit(tx, `${name}/other`, OTHER, cents + 1n)
  })
  await chainJournal(database)
}

beforeAll(async () => {
  database = await ledgerUnderLoad()
  await deposit('before/1', 1_000n)
  await deposit('before/2', 2_000n)
  lastUnsalted = await readHead()
  // These blocks are now as the rule before the salts wrote them.
  await tamper(`delete from ledger.block_salt; ${RECHAIN}`)

  await deposit('after/1', 3_000n)
  await deposit('after/2', 4_000n)
}, 120_000)
afterAll(() => database.close())

const readBlocks = (owner: string) =>
  listOwnerBlocks(database.db, owner, { after: 0n, limit: 1_000 })

async function listSqlProblems(): Promise<string[]> {
  const { rows } = await database.owner.query(
    'select problem from ledger.verify() union select problem from ledger.check_chain(0)',
  )
  return rows.map(({ problem }) => problem)
}

function listFileProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const verifier = new LedgerVerifier((problem: string) => problems.push(problem))
  for (const line of formatLines(lines).trimEnd().split('\n')) verifier.read(line)
  verifier.end()
  return problems
}

test('Blocks from before the salts and blocks with salts are right by SQL, file and browser', async () => {
  expect(await listSqlProblems()).toEqual([])

  const lines = await readExportLines(database)
  expect(listFileProblems(lines)).toEqual([])
  const salted = lines.filter(({ what, salts }) => what === 'block' && salts !== null)
  expect(salted.map(({ block }) => BigInt(block) > lastUnsalted)).toEqual(salted.map(() => true))
  expect(salted).toHaveLength(Number((await readHead()) - lastUnsalted))

  const blocks = await readBlocks(ONE)
  expect(blocks.flatMap(checkBlock)).toEqual([])
  expect(blocks.flatMap(checkRows).map(({ verdict }) => verdict)).toEqual(
    blocks.flatMap(({ rows }) => rows.map(() => 'ok')),
  )
})

test('A guess of another member’s row is confirmed by its hash before the salts, and not after', async () => {
  const { rows } = await database.owner.query(`
    select s.block, ledger.leaf_text(j) as text from ledger.chained_journal s
    join ledger.journal j on j.id = s.id
    join ledger.account c on c.id = j.credit where c.owner = '${OTHER}'`)
  const blocks = await readBlocks(ONE)
  const guessed = rows.flatMap(({ block, text }) => {
    const shown = blocks.find((one) => one.block === block)
    return shown
      ? [{ salted: BigInt(block) > lastUnsalted, known: shown.leaves.includes(sha256(text)) }]
      : []
  })

  expect(guessed).toEqual([
    { salted: false, known: true },
    { salted: false, known: true },
    { salted: true, known: false },
    { salted: true, known: false },
  ])
})

test('Each row has a salt of its own, which its owner alone is shown', async () => {
  const { rows } = await database.owner.query(`
    select encode(ledger.find_salt(j.id), 'hex') as salt, coalesce(d.owner, c.owner) as owner
    from ledger.chained_journal j join ledger.account d on d.id = j.debit
    join ledger.account c on c.id = j.credit where j.block > ${lastUnsalted}`)
  expect(new Set(rows.map(({ salt }) => salt)).size).toBe(rows.length)

  const shown = JSON.stringify(await readBlocks(ONE))
  const own = rows.filter(({ owner }) => owner === ONE)
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(({ salt }) => !shown.includes(salt))).toEqual([])
  expect(rows.filter(({ salt, owner }) => owner !== ONE && shown.includes(salt))).toEqual([])
})

test('The salts of the same rows are others when they are chained again', async () => {
  await runInTransaction(database.db, (tx) => postDeposit(tx, 'again', ONE, 5_000n))
  const chainOnce = async () => {
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query('select ledger.append_block()')
      const { rows } = await client.query(
        "select encode(salts, 'hex') as salts from ledger.block_salt order by block desc limit 1",
      )
      return rows[0].salts as string
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  const [first, second] = [await chainOnce(), await chainOnce()]
  expect(first).toHaveLength(second.length)
  expect(first.slice(0, 32)).not.toBe(second.slice(0, 32))
  await chainJournal(database)
})

const toProblem = ({ problem }: { problem: string }) => problem

/** Lists what SQL finds after statements past the triggers, which are undone. */
async function listProblemsAfter(statements: string) {
  const client = await database.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(statements)
    const { rows: whole } = await client.query('select distinct problem from ledger.verify()')
    const { rows: recent } = await client.query(
      'select distinct problem from ledger.check_chain(0)',
    )
    return { whole: whole.map(toProblem), recent: recent.map(toProblem) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const LAST = 'where block = (select max(block) from ledger.block_salt)'
test.each([
  [
    'changed',
    `update ledger.block_salt set salts = overlay(salts placing '\\x00000000' from 5) ${LAST}`,
    'block differs from its',
  ],
  ['gone', `delete from ledger.block_salt ${LAST}`, 'block lacks salts'],
  [
    'gone, and everything chained again',
    `delete from ledger.block_salt ${LAST}; ${RECHAIN}`,
    'block lacks salts',
  ],
  ['too many', `update ledger.block_salt set salts = salts || salts ${LAST}`, 'block lacks salts'],
])('Salts that are %s are found in the database', async (_, statements, problem) => {
  const { whole, recent } = await listProblemsAfter(statements)
  expect(whole).toContainEqual(expect.stringContaining(problem))
  expect(recent).toContainEqual(expect.stringContaining(problem))
})

test.each<[what: string, change: (block: Line) => void, problem: RegExp]>([
  ['gone', (block) => Object.assign(block, { salts: null }), /^block \d+ has no salts$/],
  [
    'too many',
    (block) => Object.assign(block, { salts: block.salts.repeat(2) }),
    /^block \d+ has \d+ salts for \d+ rows$/,
  ],
])(
  'Salts that are %s are found in the file, though it is chained again',
  async (_, change, problem) => {
    const lines = await readExportLines(database)
    change(lines.findLast(({ what }) => what === 'block') as Line)
    rechain(lines)
    expect(listFileProblems(lines)).toEqual([expect.stringMatching(problem)])
  },
)

test.each([
  'update ledger.block_salt set salts = salts',
  'delete from ledger.block_salt',
  'truncate ledger.block_salt',
])('Even the owner of the table is refused: %s', async (statement) => {
  const client = await database.owner.connect()
  try {
    await client.query('set role ledger_owner')
    await expect(client.query(statement)).rejects.toThrow()
  } finally {
    await client.query('reset role')
    client.release()
  }
})
