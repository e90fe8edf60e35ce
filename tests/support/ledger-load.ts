import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { buildDepositTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export const MEMBERS = 40
/** The last members are mostly left to the transactions that stay open for seconds. */
const LONG = 3

export const member = (n: number) => `mem_${n}`
const anyone = () => member(randomInt(1, MEMBERS + 1 - (randomInt(500) ? LONG : 0)))

/**
 * A database with forty members; `change` may take an idea out of the ledger first, as its owner.
 */
export async function ledgerUnderLoad(
  change?: (owner: pg.Pool) => Promise<void>,
): Promise<TestDatabase> {
  const database = await testDatabase({ poolSize: 44 })
  await change?.(database.owner)
  await openMembers(database.db)
  return database
}

export const openMembers = (db: Db) =>
  db.transaction().execute(async (tx) => {
    for (let n = 1; n <= MEMBERS; n++) await openMemberAccounts(tx, member(n))
  })

/**
 * Puts another text into a function of the ledger; each text must be there, or the variant would
 * change nothing.
 */
export async function rewrite(
  owner: pg.Pool,
  name: string,
  edits: [find: string | RegExp, put: string][],
) {
  const { rows } = await owner.query<{ text: string }>(
    'select pg_get_functiondef($1::regproc) as text',
    [name],
  )

  const changed = edits.reduce((text, [find, put]) => {
    const next = text.replace(find, () => put)
    if (next === text) throw new Error(`${name} has no ${find}`)
    return next
  }, rows[0]?.text ?? '')

  await owner.query(changed)
}

/**
 * A confirmed deposit of one coin unit for one cent, its receipt written in the same transaction.
 */
export async function postDeposit(tx: Tx, event: string, memberId: string, amount: bigint) {
  const receipt = await createReceipt(tx, 'BTC', amount, event)
  return await post(tx, buildDepositTransfers(event, memberId, 'BTC', amount, amount, receipt))
}

/** Four rows over random members: what waits crosswise when locks are taken in any order. */
const crossing = (event: string): Transfer[] =>
  [0, 1, 2, 3].map((index) => {
    const [id, amount, name] = [anyone(), BigInt(randomInt(1, 20)), `${event}/${index}`]
    const [cash, hold] = [toMemberAccountCode(id, 'cash'), toMemberAccountCode(id, 'hold_cash')]
    return randomInt(2)
      ? transfer(name, 'withdrawal_held', cash, hold, amount)
      : transfer(name, 'withdrawal_released', hold, cash, amount)
  })

async function postSomething(tx: Tx, event: string) {
  const what = randomInt(10)
  const [id, amount] = [anyone(), BigInt(randomInt(1, 300))]
  const cash = toMemberAccountCode(id, 'cash')

  if (what < 2) return await postDeposit(tx, event, id, amount)

  if (what < 4)
    return await post(tx, [
      transfer(event, 'withdrawal_held', cash, toMemberAccountCode(id, 'hold_cash'), amount),
    ])

  if (what < 5)
    return await post(tx, [
      transfer(event, 'position_opened', cash, toMemberAccountCode(id, 'principal'), amount),
    ])

  return await post(tx, crossing(event))
}

export type LoadResult = {
  /** Rows of transactions whose COMMIT was answered. */
  acknowledged: string[]
  codes: Record<string, number>
}

const CHANGED_MIND = 'changed my mind'

/**
 * One transaction that may linger or be rolled back. Notes what was acknowledged, and every refusal
 * by its code.
 */
async function runTransaction(
  db: Db,
  event: string,
  result: LoadResult,
  linger: () => number,
  shouldCommit: boolean,
) {
  try {
    const rows = await db.transaction().execute(async (tx) => {
      const posted = await postSomething(tx, event)
      await pause(linger())
      if (!shouldCommit) throw new Error(CHANGED_MIND)
      return posted
    })

    result.acknowledged.push(...rows.map((row) => row.idempotencyHash))
  } catch (error) {
    const { code = 'lost', message } = error as { code?: string; message: string }
    // the server is ending, or no server answers
    const name = /^(57P0|08|40003|E)/.test(code) ? 'lost' : code
    if (message !== CHANGED_MIND) result.codes[name] = (result.codes[name] ?? 0) + 1
  }
}

/** Holds one of the last members' accounts for seconds while all others continue. */
async function lingering(db: Db, n: number, stop: number, result: LoadResult) {
  while (Date.now() < stop && !result.codes.lost) {
    const shouldCommit = randomInt(4) > 0
    const work = db.transaction().execute(async (tx) => {
      const rows = await postDeposit(tx, randomUUID(), member(MEMBERS - n), 7n)
      await pause(Math.min(randomInt(500, 2000), Math.max(0, stop - Date.now())))
      if (!shouldCommit) throw new Error(CHANGED_MIND)
      return rows
    })

    await work.then(
      (rows) => result.acknowledged.push(...rows.map((row) => row.idempotencyHash)),
      () => {},
    )
  }
}

/**
 * Load: many clients, some transactions open for seconds, and a sealer beside them that takes
 * random bites.
 */
export async function hammer(
  db: Db,
  options: { seconds: number; clients?: number },
): Promise<LoadResult> {
  const result: LoadResult = { acknowledged: [], codes: {} }
  await runLoad(result, db, options)
  return result
}

/**
 * The same, for one who looks at what was seen while the load runs; ends early when the server is
 * gone.
 */
export async function runLoad(
  result: LoadResult,
  db: Db,
  options: { seconds: number; clients?: number },
) {
  const stop = Date.now() + options.seconds * 1000
  const isOver = () => Date.now() >= stop || (result.codes.lost ?? 0) > 0
  const client = async () => {
    while (!isOver())
      await runTransaction(
        db,
        randomUUID(),
        result,
        () => (randomInt(20) ? 0 : randomInt(30)),
        randomInt(10) > 0,
      )
  }

  const chainRepeatedly = async () => {
    while (!isOver()) {
      await sql`select ledger.append_block(${randomInt(10, 5000)})`.execute(db).catch(() => {})
      await pause(randomInt(20))
    }
  }

  const clients = Array.from({ length: options.clients ?? 32 }, client)
  const open = Array.from({ length: LONG }, (_, n) => lingering(db, n, stop, result))
  await Promise.all([...clients, ...open, chainRepeatedly()])
}

/** `verify` with the time that a deep run's million rows take. */
export const verifyWholeLedger = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '20min'`.execute(tx)
    return await verifyLedger(tx)
  })

/** Chains what is left and returns what is wrong as a short text; empty when nothing is. */
export async function describeProblems(database: TestDatabase): Promise<string> {
  await chainJournal(database)
  const found = await verifyWholeLedger(database.db)
  return [...new Set(found.map((row) => row.problem))].join('; ')
}

/** One number, as the owner sees it. */
export async function count(
  database: TestDatabase,
  from: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await database.owner.query<{ count: string }>(
    `select count(*) from ${from}`,
    values,
  )
  return Number(rows[0]?.count)
}
