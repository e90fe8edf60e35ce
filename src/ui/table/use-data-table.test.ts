import { expect, test } from 'vitest'
import type { Column } from './column.ts'
import { searchRows, sortRows } from './use-data-table.ts'

type Row = { id: number; name: string; amount: bigint }

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', text: ({ name }) => name },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount }) => `$${amount}.00`,
    sort: ({ amount }) => amount,
  },
  { id: 'act', header: 'Act', text: () => 'Open', sort: false },
]
const rows: readonly Row[] = [
  { id: 1, name: 'Item 10', amount: 5n },
  { id: 2, name: 'item 9', amount: 90071992547409931n },
  { id: 3, name: 'Ärende', amount: 5n },
  { id: 4, name: 'zebra', amount: 90071992547409930n },
]
const ids = (found: readonly Row[]) => found.map(({ id }) => id)

test('A search matches any column’s text, ignoring case.', () => {
  expect(ids(searchRows(columns, rows, 'ITEM'))).toEqual([1, 2])
  expect(ids(searchRows(columns, rows, '$5.'))).toEqual([1, 3])
  expect(ids(searchRows(columns, rows, 'nowhere'))).toEqual([])
  expect(searchRows(columns, rows, '')).toBe(rows)
})

test('Rows sort by exact value, text in natural order, and equal rows stay in place.', () => {
  expect(ids(sortRows(columns, rows, 'amount'))).toEqual([1, 3, 4, 2])
  expect(ids(sortRows(columns, rows, 'amount', true))).toEqual([2, 4, 1, 3])
  expect(ids(sortRows(columns, rows, 'name'))).toEqual([3, 2, 1, 4])
})

test('Sorting by an unsortable or unknown column changes nothing.', () => {
  expect(sortRows(columns, rows, 'act', true)).toBe(rows)
  expect(sortRows(columns, rows, 'nowhere')).toBe(rows)
})
