import { expect, test } from 'vitest'
import { chosenFrom, type Filters, filtered } from './filters.ts'

type Row = { status: string; at: string }
const filters: Filters<Row> = {
  choices: [
    {
      id: 'status',
      label: 'Status',
      options: [{ value: 'paid', label: 'Paid' }],
      of: (r) => r.status,
    },
  ],
  at: (row) => row.at,
}
const late = { status: 'paid', at: '2026-11-20T23:30:00Z' }
const early = { status: 'open', at: '2026-11-19T08:00:00Z' }

test('only what can be chosen is taken from an address', () => {
  const of = (query: string) => chosenFrom(filters, new URLSearchParams(query))
  expect(of('status=paid&from=2026-11-20&to=')).toEqual({ status: 'paid', from: '2026-11-20' })
  expect(of('status=gone&from=yesterday&q=x')).toEqual({})
})

test('everything chosen has to fit, both ends of a span included, in the days of the reader', () => {
  const of = (chosen: Record<string, string>, zone = 'UTC') =>
    filtered([late, early], filters, chosen, zone)
  expect(of({})).toEqual([late, early])
  expect(of({ status: 'paid' })).toEqual([late])
  expect(of({ from: '2026-11-20', to: '2026-11-20' })).toEqual([late])
  expect(of({ to: '2026-11-20' }, 'Asia/Tokyo')).toEqual([early])
  expect(of({ status: 'paid', to: '2026-11-19' })).toEqual([])
})
