import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COPY_FORMATS, type CopyFormat } from '#modules/integrity/model.ts'
import { getCopyHead } from '#modules/integrity/queries.ts'
import { LedgerVerifier } from '../../scripts/check-rows.mjs'
import type { TestApp } from '../support/app.ts'
import { parseUnits, type ReadCopy, readCopy, sumByAccount } from '../support/export-reader.ts'
import { computeCopyBalances, copyText, createCopyFixture, HOSTILE } from '../support/integrity.ts'
import { formatLines, readExportLines } from '../support/rows.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createCopyFixture()
}, 120_000)
afterAll(() => testApp.close())

const formats = Object.keys(COPY_FORMATS) as CopyFormat[]

async function createCopy(format: CopyFormat, upTo?: bigint): Promise<ReadCopy & { upTo: bigint }> {
  const { text, rows } = await copyText(testApp, format, upTo)
  return { ...readCopy(format, text), upTo: rows }
}

const notNothing = (units: Iterable<[string, bigint]>) =>
  Object.fromEntries([...units].filter(([, one]) => one !== 0n))

describe.each(formats)('a copy for %s', (format) => {
  test('comes by its rows to the balance of every account, and says so itself', async () => {
    const copy = await createCopy(format)
    const balances = await computeCopyBalances(testApp, format, copy.upTo)
    expect(copy.balances).toEqual(balances)

    const expected = notNothing([...balances].map(([name, text]) => [name, parseUnits(text)]))
    expect(Object.keys(expected).length).toBeGreaterThan(20)
    expect(notNothing(sumByAccount(copy))).toEqual(expected)
  })

  test('holds each chained row once, in order, with all decimals, and no other row', async () => {
    const { rows, upTo } = await createCopy(format)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => BigInt(index + 1)))
    expect(rows).toHaveLength(Number(upTo))

    const known = await testApp.database.owner.query<{
      id: string
      seq: string
      idempotency_key: string
    }>('select id, seq, idempotency_key from ledger.chained_journal order by seq')
    expect(rows.map(({ notes }) => [notes.journal_id, notes.idempotency_key])).toEqual(
      known.rows.map(({ id, idempotency_key }) => [id, idempotency_key]),
    )

    const { rows: scales } = await testApp.database.owner.query(
      'select code, scale from ledger.currency',
    )
    const decimals = new Map(
      rows.flatMap(({ postings }) => postings.map((one) => [one.currency, one.amount])),
    )

    for (const { code, scale } of scales)
      expect(decimals.get(code)?.split('.')[1], code).toHaveLength(scale)
  })

  test('up to an earlier row it is a copy of the ledger as it was then', async () => {
    const { upTo } = await createCopy(format)
    for (const seq of [1n, 2_000n, 2_001n, upTo - 2_050n]) {
      const copy = await createCopy(format, seq)
      expect(copy.rows).toHaveLength(Number(seq))

      const balances = await computeCopyBalances(testApp, format, seq)
      expect(copy.balances).toEqual(balances)
      expect(notNothing(sumByAccount(copy))).toEqual(
        notNothing([...balances].map(([name, text]) => [name, parseUnits(text)])),
      )
    }
  })

  test('any text that a person wrote is in one place and can be read back', async () => {
    const { rows } = await createCopy(format)
    const reasons = rows.map(({ notes }) => decodeURIComponent(notes.reason ?? ''))
    const actors = rows.map(({ notes }) => decodeURIComponent(notes.actor ?? ''))
    const descriptions = rows.map(({ description }) => decodeURIComponent(description))

    for (const text of HOSTILE) {
      expect(reasons).toContain(text)
      expect(actors).toContain(text)
      expect(descriptions).toContain(`adjusted ${text}`)
    }
  })
})

test('the same books as rows pass the second opinion, row by row', async () => {
  const wrong: string[] = []
  const checker = new LedgerVerifier((text: string) => wrong.push(text))

  for (const line of formatLines(await readExportLines(testApp.database))
    .trimEnd()
    .split('\n'))
    checker.read(line)

  checker.end()
  expect(wrong).toEqual([])
  expect(BigInt(checker.rows)).toBe((await getCopyHead(testApp.app.db)).rows + 1n)
  expect(checker.approvals.size).toBeGreaterThan(1)
})

test('beyond the last chained row there is nothing to copy', async () => {
  const { rows } = await getCopyHead(testApp.app.db)
  await expect(getCopyHead(testApp.app.db, rows + 1n)).rejects.toMatchObject({
    code: 'not_chained',
    status: 422,
  })
  expect(await getCopyHead(testApp.app.db, 0n)).toEqual({ rows: 0n, lastBlock: null })
})

test('a copy names the block that chained its last row', async () => {
  const { rows, lastBlock } = await getCopyHead(testApp.app.db, 3n)
  const found = await testApp.database.owner.query(
    "select encode(hash, 'hex') as hash from ledger.chain_block where first_seq <= $1 and " +
      'last_seq >= $1',
    [rows],
  )

  expect(lastBlock?.hash).toBe(found.rows[0]?.hash)
})

test('a reader that lost a row, or read one too many, would notice (control)', async () => {
  const copy = await createCopy('hledger')
  const balances = await computeCopyBalances(testApp, 'hledger', copy.upTo)
  const expected = notNothing([...balances].map(([name, text]) => [name, parseUnits(text)]))
  const without = { ...copy, rows: copy.rows.slice(1) }

  expect(notNothing(sumByAccount(without))).not.toEqual(expected)
  expect(
    notNothing(sumByAccount({ ...copy, rows: [...copy.rows, ...copy.rows.slice(-1)] })),
  ).not.toEqual(expected)
})
