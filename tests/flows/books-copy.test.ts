import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COPY_FORMATS, type CopyFormat } from '#modules/books/model.ts'
import { getCopyHead } from '#modules/books/queries.ts'
import { Books } from '../../scripts/check-rows.mjs'
import type { TestApp } from '../support/app.ts'
import { balancesIn, booksToCopy, copyText, HOSTILE } from '../support/books.ts'
import { type ReadCopy, readCopy, sumsOf, unitsIn } from '../support/copy-reader.ts'
import { rowsIn, textOf } from '../support/rows.ts'

let house: TestApp

beforeAll(async () => {
  house = await booksToCopy()
}, 120_000)
afterAll(() => house.close())

const formats = Object.keys(COPY_FORMATS) as CopyFormat[]

async function copied(format: CopyFormat, upTo?: bigint): Promise<ReadCopy & { upTo: bigint }> {
  const { text, rows } = await copyText(house, format, upTo)
  return { ...readCopy(format, text), upTo: rows }
}

const notNothing = (units: Iterable<[string, bigint]>) =>
  Object.fromEntries([...units].filter(([, one]) => one !== 0n))

describe.each(formats)('a copy for %s', (format) => {
  test('comes by its rows to the balance of every account, and says so itself', async () => {
    const copy = await copied(format)
    const balances = await balancesIn(house, format, copy.upTo)
    expect(copy.standings).toEqual(balances)

    const expected = notNothing([...balances].map(([name, text]) => [name, unitsIn(text)]))
    expect(Object.keys(expected).length).toBeGreaterThan(20)
    expect(notNothing(sumsOf(copy))).toEqual(expected)
  })

  test('holds each sealed row once, in order, with all the decimals of its currency, and none that is not sealed', async () => {
    const { rows, upTo } = await copied(format)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => BigInt(index + 1)))
    expect(rows).toHaveLength(Number(upTo))

    const known = await house.database.owner.query<{ entry: string; seq: string; id: string }>(
      'select entry, seq, id from ledger.sealed_journal order by seq',
    )
    expect(rows.map(({ notes }) => [notes.entry, notes.event])).toEqual(
      known.rows.map(({ entry, id }) => [entry, id]),
    )

    const { rows: scales } = await house.database.owner.query(
      'select code, scale from ledger.currency',
    )
    const decimals = new Map(
      rows.flatMap(({ postings }) => postings.map((one) => [one.currency, one.amount])),
    )

    for (const { code, scale } of scales)
      expect(decimals.get(code)?.split('.')[1], code).toHaveLength(scale)
  })

  test('up to an earlier row it is a copy of the books as they stood then', async () => {
    const { upTo } = await copied(format)
    for (const seq of [1n, 2_000n, 2_001n, upTo - 2_050n]) {
      const copy = await copied(format, seq)
      expect(copy.rows).toHaveLength(Number(seq))

      const balances = await balancesIn(house, format, seq)
      expect(copy.standings).toEqual(balances)
      expect(notNothing(sumsOf(copy))).toEqual(
        notNothing([...balances].map(([name, text]) => [name, unitsIn(text)])),
      )
    }
  })

  test('what people wrote stands in one place and can be read back, whatever they wrote', async () => {
    const { rows } = await copied(format)
    const reasons = rows.map(({ notes }) => decodeURIComponent(notes.reason ?? ''))
    const actors = rows.map(({ notes }) => decodeURIComponent(notes.actor ?? ''))
    const words = rows.map(({ description }) => decodeURIComponent(description))

    for (const text of HOSTILE) {
      expect(reasons).toContain(text)
      expect(actors).toContain(text)
      expect(words).toContain(`adjusted ${text}`)
    }
  })
})

test('the same books as rows pass the second opinion, row by row', async () => {
  const wrong: string[] = []
  const books = new Books((text: string) => wrong.push(text))

  for (const line of textOf(await rowsIn(house.database))
    .trimEnd()
    .split('\n'))
    books.read(line)

  books.end()
  expect(wrong).toEqual([])
  expect(BigInt(books.rows)).toBe((await getCopyHead(house.app.db)).rows + 1n)
  expect(books.approvals.size).toBeGreaterThan(1)
})

test('beyond the last sealed row there is nothing to copy', async () => {
  const { rows } = await getCopyHead(house.app.db)
  await expect(getCopyHead(house.app.db, rows + 1n)).rejects.toMatchObject({
    code: 'not_sealed',
    status: 422,
  })
  expect(await getCopyHead(house.app.db, 0n)).toEqual({ rows: 0n, seal: null })
})

test('a copy names the block that sealed its last row', async () => {
  const { rows, seal } = await getCopyHead(house.app.db, 3n)
  const found = await house.database.owner.query(
    "select encode(hash, 'hex') as hash from ledger.seal_block where first_seq <= $1 and " +
      'last_seq >= $1',
    [rows],
  )

  expect(seal?.hash).toBe(found.rows[0]?.hash)
})

test('a reader that lost a row, or read one too many, would notice (control)', async () => {
  const copy = await copied('hledger')
  const balances = await balancesIn(house, 'hledger', copy.upTo)
  const expected = notNothing([...balances].map(([name, text]) => [name, unitsIn(text)]))
  const without = { ...copy, rows: copy.rows.slice(1) }

  expect(notNothing(sumsOf(without))).not.toEqual(expected)
  expect(notNothing(sumsOf({ ...copy, rows: [...copy.rows, ...copy.rows.slice(-1)] }))).not.toEqual(
    expected,
  )
})
