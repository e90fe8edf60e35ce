import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashLeaf } from '#lib/chain.ts'
import { checkRows } from '#lib/check-chain.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { listOwnerBlocks } from '#modules/ledger/queries.ts'
import { deriveSigningKey, verifyAnySignature } from '#modules/transparency/adapters/log-keys.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import {
  checkEntryProof,
  checkSameEntry,
  ED25519,
  type EntryProofFile,
  formatVkey,
  type HashedRow,
  parseVkey,
} from '#modules/transparency/model.ts'
import { buildEntryProof } from '#modules/transparency/queries/entry-proofs.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { verifyEntryFile } from '../../scripts/verify-proof.mjs'
import { createTestApp, type TestApp } from '../support/app.ts'
import { signAgain } from '../support/slip-publisher.ts'

let testApp: TestApp
let owner: string
let other: string
let numbers: bigint[]
let good: EntryProofFile

const listOwnRows = async (id: string) =>
  (await listOwnerBlocks(testApp.app.db, id, { after: 0n, limit: 50 })).flatMap(({ rows }) => rows)
const readProof = (seq: bigint, id = owner) => buildEntryProof(testApp.app, id, seq)

async function fund(id: string, cents: bigint) {
  await fundMember(testApp.app, id, { cash: cents })
  await chainJournal(testApp.app)
}

beforeAll(async () => {
  testApp = await createTestApp()
  owner = (await createTestMember(testApp.app)).member.id
  other = (await createTestMember(testApp.app)).member.id
  await fund(owner, 10_001n)
  await appendLog(testApp.app)
  for (const cents of [20_002n, 30_003n]) await fund(owner, cents)
  await fundMember(testApp.app, other, { cash: 1_001n })
  await fund(owner, 60_006n)
  await fund(other, 40_004n)
  await appendLog(testApp.app)

  numbers = (await listOwnRows(owner)).map(({ seq }) => BigInt(seq))
  good = await readProof(numbers[1] as bigint)
})
afterAll(() => testApp.close())

const checkInBrowser = (file: EntryProofFile) =>
  checkEntryProof(file, { keys: good.vkeys.map(parseVkey), verify: verifyAnySignature })
const checkOffline = (file: EntryProofFile) =>
  verifyEntryFile(JSON.stringify(file), { keys: good.vkeys })

test('Each entry of a member leads to the log, for the browser and for the offline check', async () => {
  expect(numbers.length).toBeGreaterThanOrEqual(3)
  const files = await Promise.all(numbers.map((seq) => readProof(seq)))
  expect(files.map(({ links }) => links.length)).toContain(0)
  expect(Math.max(...files.map(({ links }) => links.length))).toBeGreaterThan(1)

  for (const file of files) {
    expect(checkInBrowser(file)).toMatchObject({ isTextShown: true })
    expect(checkOffline(file).row).toMatchObject({ seq: file.seq })
  }
})

test('The proof of an entry names no other row, and another member’s entry has no proof', async () => {
  expect(good.block.rows).toHaveLength(1)
  const shown = JSON.stringify(good)
  expect(shown).not.toContain(other)
  for (const { seq, salt } of await listOwnRows(owner))
    expect(shown.includes(salt ?? 'none')).toBe(seq === good.seq)

  await expect(readProof(numbers[1] as bigint, other)).rejects.toMatchObject({ status: 404 })
  const [shared] = await listOwnRows(other)
  await expect(readProof(BigInt(shared?.seq ?? 0))).rejects.toMatchObject({ status: 404 })
  await expect(readProof(999_999n)).rejects.toMatchObject({ status: 404 })
})

test('An entry that the log doesn’t cover yet says so, and has a proof after the next minute', async () => {
  await fund(owner, 50_005n)
  const seq = BigInt((await listOwnRows(owner)).at(-1)?.seq ?? 0)
  await expect(readProof(seq)).rejects.toMatchObject({ status: 409, code: 'not_in_log' })

  await appendLog(testApp.app)
  expect(checkInBrowser(await readProof(seq)).isTextShown).toBe(true)
})

test('An entry from long before the log says that, and doesn’t ask to try again', async () => {
  const { links } = good
  const seq = numbers[1] as bigint
  const read = (max: number, of = seq) => buildEntryProof(testApp.app, owner, of, max)
  expect(links.length).toBeGreaterThan(0)
  expect((await read(links.length)).links).toEqual(links)
  await expect(read(links.length - 1)).rejects.toMatchObject({ code: 'far_from_log' })
  await expect(read(-1, numbers[0])).rejects.toMatchObject({
    status: 409,
    code: 'older_than_log',
    message: expect.stringContaining('older than the public log'),
  })
})

test('A withheld text leads to the log by its hash alone', () => {
  const [row] = good.block.rows
  const block = { ...good.block, rows: [{ seq: row?.seq ?? '', text: null, salt: null }] }
  expect(checkInBrowser({ ...good, block }).isTextShown).toBe(false)
  expect(checkOffline({ ...good, block }).row.text).toBeNull()
})

const changeRow = (file: EntryProofFile, change: object): EntryProofFile => ({
  ...file,
  block: { ...file.block, rows: file.block.rows.map((row) => ({ ...row, ...change })) },
})
const changeLink = (file: EntryProofFile, at: number, change: object): EntryProofFile => ({
  ...file,
  links: file.links.map((link, place) => (place === at ? { ...link, ...change } : link)),
})
const replaceHash = (leaves: string) => `${hashLeaf('other', null)}${leaves.slice(64)}`

test.each<[what: string, change: (file: EntryProofFile) => EntryProofFile]>([
  [
    'another amount',
    (file) =>
      changeRow(file, { text: file.block.rows[0]?.text?.replace('"20002"', '"90002"') ?? null }),
  ],
  ['another salt', (file) => changeRow(file, { salt: '0'.repeat(32) })],
  ['no salt', (file) => changeRow(file, { salt: null })],
  ['the text of another row', (file) => changeRow(file, { seq: String(BigInt(file.seq) + 1n) })],
  ['another number', (file) => ({ ...file, seq: String(BigInt(file.seq) + 1n) })],
  [
    'another hash among the rows',
    (file) => ({ ...file, block: { ...file.block, leaves: replaceHash(file.block.leaves) } }),
  ],
  [
    'a hash more',
    (file) => ({ ...file, block: { ...file.block, leaves: file.block.leaves.repeat(2) } }),
  ],
  [
    'another digest',
    (file) => ({ ...file, block: { ...file.block, digest: hashLeaf('other', null) } }),
  ],
  ['a block left out', (file) => ({ ...file, links: file.links.slice(1) })],
  ['the last block left out', (file) => ({ ...file, links: file.links.slice(0, -1) })],
  ['another hash of a block', (file) => changeLink(file, 0, { hash: hashLeaf('other', null) })],
  [
    'another head in the log',
    (file) => ({ ...file, entry: file.entry.replace(/"seq":"\d+"/, '"seq":"1"') }),
  ],
  [
    'another place in the log',
    (file) => ({ ...file, logProof: file.logProof.replace(/index \d+/, 'index 0') }),
  ],
  [
    'another checkpoint',
    (file) => ({ ...file, logProof: file.logProof.replace(/\n(\d+)\n/, '\n9$1\n') }),
  ],
  ['the file of balances', (file) => ({ ...file, format: 'candor/liability-proof/v1' })],
])('%s is refused by the browser and by the offline check', (_, change) => {
  const changed = change(good)
  expect(JSON.stringify(changed)).not.toBe(JSON.stringify(good))
  expect(() => checkInBrowser(changed)).toThrow()
  expect(() => checkOffline(changed)).toThrow()
})

test('A proof by a key that the reader doesn’t know is refused', () => {
  expect(() => checkEntryProof(good, { keys: [] })).toThrow('not signed by its log')
  expect(() => verifyEntryFile(JSON.stringify(good), { keys: [] })).toThrow('not signed')
})

test('A proof that a witness of its file signs in the place of the log is refused', () => {
  const [key] = good.vkeys.map(parseVkey)
  const forger = deriveSigningKey('another key', 'log', key?.name ?? '', ED25519)
  const forged = { ...signAgain(good, forger), vkeys: [], witnesses: [formatVkey(forger)] }
  const witnesses = [forger]
  const check = () => checkEntryProof(forged, { keys: good.vkeys.map(parseVkey), witnesses })
  expect(check).toThrow('not signed by its log')
  expect(() =>
    verifyEntryFile(JSON.stringify(forged), { keys: good.vkeys, witnesses: forged.witnesses }),
  ).toThrow('not signed')
})

test('A proof is compared with the row on the screen: its number, its hash and its text', async () => {
  const rows = (await listOwnerBlocks(testApp.app.db, owner, { after: 0n, limit: 50 })).flatMap(
    (block) => checkRows(block).map((one, at) => ({ ...block.rows[at], ...one })),
  )
  const row = rows.find(({ seq }) => seq === good.seq) as HashedRow
  checkSameEntry(good, row)

  const other = rows.find(({ seq }) => seq !== good.seq) as HashedRow
  expect(() => checkSameEntry(good, other)).toThrow('of another entry')
  expect(() => checkSameEntry(good, { ...row, leaf: other.leaf })).toThrow('of another entry')
  expect(() => checkSameEntry(good, { ...row, text: other.text })).toThrow('another text')
  expect(() => checkSameEntry(good, { ...row, salt: other.salt })).toThrow('another text')
})
