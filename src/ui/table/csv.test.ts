import { expect, test } from 'vitest'
import { compareRows } from './column.ts'
import { buildTableCsv } from './csv.ts'

const name = {
  id: 'name',
  header: 'Name',
  text: (row: { name: string; cents: bigint }) => row.name,
}
const amount = {
  id: 'amount',
  header: 'Amount, USD',
  text: (row: { name: string; cents: bigint }) => String(row.cents),
  sort: (row: { name: string; cents: bigint }) => row.cents,
}

test('An export quotes commas and quotes, and never contains a formula.', () => {
  const rows = [
    { name: '=HYPERLINK("x")', cents: -5n },
    { name: 'Ruth, "RT"', cents: 1n },
  ]

  expect(buildTableCsv([name, amount], rows)).toBe(
    'Name,"Amount, USD"\r\n"\'=HYPERLINK(""x"")",-5\r\n"Ruth, ""RT""",1\r\n',
  )
})

test('Amounts sort exactly as numbers, and names in natural order.', () => {
  expect(
    compareRows(
      amount,
      { name: '', cents: 9007199254740993n },
      { name: '', cents: 9007199254740992n },
    ),
  ).toBe(1)

  expect(compareRows(name, { name: 'D-9', cents: 0n }, { name: 'D-10', cents: 0n })).toBeLessThan(0)
})
