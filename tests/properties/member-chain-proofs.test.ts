import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockHash, type ChainBlock, type ChainLink, hashLeaf } from '#lib/chain.ts'
import { checkBlock, checkLinks, checkRows } from '#lib/check-chain.ts'
import { listJournalLinks, listOwnerBlocks } from '#modules/ledger/queries.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { event, fundHistories, play } from '../support/member-history.ts'

let testApp: TestApp
let blocks: ChainBlock[]
const history = (seed: number) => fc.sample(event, { numRuns: 60, seed })

beforeAll(async () => {
  testApp = await createTestApp()
  await fundHistories(testApp.app)
  await play(testApp.app, 'mem_other', history(3))
  await play(testApp.app, 'mem_own', history(4))
  await play(testApp.app, 'mem_other2', history(5))
  blocks = []

  for (;;) {
    const after = BigInt(blocks.at(-1)?.block ?? 0)
    const page = await listOwnerBlocks(testApp.app.db, 'mem_own', { after, limit: 2 })
    if (page.length === 0) break
    blocks.push(...page)
  }
})
afterAll(() => testApp.close())

test('each chained row of a member, and no other, is returned once with its text', async () => {
  const { rows } = await testApp.database.owner.query<{ seq: string }>(
    `select s.seq::text as seq from ledger.chained_journal s join ledger.account d on d.id = s.debit
     join ledger.account c on c.id = s.credit where 'mem_own' in (d.owner, c.owner) order by s.seq`,
  )

  expect(blocks.flatMap((block) => block.rows.map(({ seq }) => seq))).toEqual(
    rows.map(({ seq }) => seq),
  )
  expect(JSON.stringify(blocks)).not.toContain('mem_other')

  const verdicts = blocks.flatMap(checkRows)
  expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  expect(verdicts.filter(({ verdict }) => verdict === 'ok').length).toBeGreaterThan(20)
  expect(blocks.flatMap(checkBlock)).toEqual([])
})

test('a row that names what the operator’s own accounts hold is returned without its text and its salt', () => {
  const blockRows = blocks.flatMap(({ rows }) => rows) as {
    transfer_type?: string
    text: string | null
    salt: string | null
  }[]
  const operators = ['reward_paid', 'adjusted', 'fee_charged']
  for (const { transfer_type = '', text, salt } of blockRows) {
    const isShown = !operators.includes(transfer_type)
    expect({ transfer_type, hasText: text !== null, hasSalt: salt !== null }).toEqual({
      transfer_type,
      hasText: isShown,
      hasSalt: isShown,
    })
  }
})

test('the chain to the head is whole, and another text, hash or order is noticed', async () => {
  const [first] = blocks
  const links = await listJournalLinks(testApp.app.db, {
    after: BigInt(first?.block ?? 0),
    limit: 1000,
  })
  expect(checkLinks(links, first)).toEqual([])
  expect(checkLinks(links.slice(1), first)).toHaveLength(1)
  expect(checkLinks(links.toReversed(), undefined).length).toBeGreaterThan(0)

  const elsewhere = { ...(links[0] as ChainLink), previous_hash: hashLeaf('another', null) }
  expect(checkLinks([{ ...elsewhere, hash: blockHash(elsewhere) }], first)).toHaveLength(1)

  const block = blocks.find(({ rows }) => rows.some(({ text }) => text)) as ChainBlock
  const row = block.rows.find(({ text }) => text) as { seq: string; text: string; salt: string }
  const forged = { ...block, rows: [{ ...row, text: row.text.replace(/\d(?=")/, '9x') }] }

  expect(checkRows(forged)).toMatchObject([{ verdict: 'wrong' }])
  const unsalted = { ...block, rows: [{ ...row, salt: null }] }
  expect(checkRows(unsalted)).toMatchObject([{ verdict: 'wrong' }])

  const swapped = { ...block, leaves: `${hashLeaf('another', null)}${block.leaves.slice(64)}` }
  expect(checkBlock(swapped)).toHaveLength(1)
  expect(checkBlock({ ...block, last_seq: String(BigInt(block.last_seq) + 1n) })).toHaveLength(2)
  expect(checkBlock({ ...block, hash: hashLeaf('another', null) })).toHaveLength(1)
})
