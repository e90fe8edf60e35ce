import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const KINDS = ['open', 'operator', 'money', 'personal', 'secret'] as const
type Kind = (typeof KINDS)[number]

const document = readFileSync(
  join(import.meta.dirname, '../../docs/security/data.md'),
  'utf8',
).split('\n')
const parseCells = (line: string) => line.slice(2, -2).split(' | ')
const named = document
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [table = '', ...cells] = parseCells(line)
    return KINDS.flatMap((kind, at) =>
      (cells[at] ?? '–')
        .split(', ')
        .map((column) => ({ table: table.replaceAll('`', ''), column, kind })),
    )
  })
  .filter(({ column }) => column !== '–')

type Column = { table: string; column: string; type: string; read: boolean; gone: boolean }
let database: TestDatabase
let columns: Column[]
beforeAll(async () => {
  database = await testDatabase()

  const { rows } = await database.owner.query<Column>(`
    select replace(c.oid::regclass::text, '"', '') as table, a.attname as column,
    format_type(a.atttypid, a.atttypmod) as type,
      has_column_privilege('candor_read', c.oid, a.attnum, 'select') as read,
      has_table_privilege('candor_app', c.oid, 'delete') or has_table_privilege('candor_app',
      c.oid, 'truncate') as gone
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not
    a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text
    in ('public', 'ledger', 'approvals', 'pgboss')`)

  columns = rows
})
afterAll(() => database.close())

const formatColumnName = ({ table, column }: { table: string; column: string }) =>
  `${table}.${column}`
const listColumns = (kind: Kind) => {
  const columnNames = new Set(named.filter((one) => one.kind === kind).map(formatColumnName))
  return columns.filter((one) => columnNames.has(formatColumnName(one)))
}

test('Every column of every table is of one kind, and docs/security/data.md names no other', () => {
  const queue = new Set(named.filter(({ column }) => column === '*').map(({ table }) => table))
  expect([...queue].filter((table) => !table.startsWith('pgboss.'))).toEqual([])

  const known = named.filter(({ column }) => column !== '*').map(formatColumnName)
  const there = columns.filter(({ table }) => !queue.has(table)).map(formatColumnName)
  expect(known.sort()).toEqual(there.sort())
  expect(columns.filter(({ table }) => queue.has(table)).length).toBeGreaterThan(100)
})

test('each kind states its content, readers, storage, logging, retention and test', () => {
  const rules = document
    .filter((line) => KINDS.some((kind) => line.startsWith(`| ${kind} |`)))
    .map(parseCells)
  expect(rules.map(([kind]) => kind)).toEqual(KINDS)

  for (const cells of rules) {
    expect(
      cells.filter((cell) => cell.trim().length > 1),
      cells[0],
    ).toHaveLength(7)
    expect(cells.at(-1)).toMatch(/`(src|tests)\/[\w/.-]+\.test\.ts`/)
  }
})

/** What can't be a digest or a ciphertext, each with what guards it instead. */
const READABLE = {
  'credential.password_hash': 'Argon2id says its cost, as text',
  'outbox.data': 'codes and links, until the mail has left',
  'mailbox.body_text': 'the sandbox alone',
  'mailbox.body_html': 'the sandbox alone',
}

test('secrets are digests or encrypted; no reporting role reads them or personal data', () => {
  expect(listColumns('secret').length).toBeGreaterThan(10)
  expect(
    listColumns('secret')
      .filter((one) => one.type !== 'bytea')
      .map(formatColumnName)
      .sort(),
  ).toEqual(Object.keys(READABLE).sort())

  expect(
    [...listColumns('secret'), ...listColumns('personal')]
      .filter(({ read }) => read)
      .map(formatColumnName),
  ).toEqual([])
})

/**
 * Tables of the kind 'money' that the application may delete from: the saved payout
 * addresses, the returns still owed and the amounts of old proofs, which the journal shows anyhow.
 */
const TAKEN_AWAY = ['wallet', 'owed_return', 'liability_account']

test('What a member has or had is deleted by no role of the application', () => {
  const taken = listColumns('money').filter(({ gone }) => gone)
  expect([...new Set(taken.map(({ table }) => table))].sort()).toEqual([...TAKEN_AWAY].sort())
})
