import { expect, test } from 'vitest'
import { type Filters, filterRows, parseFilterSelection } from './filters.ts'

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

test('Only valid options are parsed from the query string.', () => {
  const parseQuery = (query: string) => parseFilterSelection(filters, new URLSearchParams(query))
  expect(parseQuery('status=paid&from=2026-11-20&to=')).toEqual({
    status: 'paid',
    from: '2026-11-20',
  })
  expect(parseQuery('status=gone&from=yesterday&q=x')).toEqual({})
})

test('Rows match every filter, with inclusive dates in the reader’s time zone.', () => {
  const filterSamples = (chosen: Record<string, string>, zone = 'UTC') =>
    filterRows([late, early], filters, chosen, zone)
  expect(filterSamples({})).toEqual([late, early])
  expect(filterSamples({ status: 'paid' })).toEqual([late])
  expect(filterSamples({ from: '2026-11-20', to: '2026-11-20' })).toEqual([late])
  expect(filterSamples({ to: '2026-11-20' }, 'Asia/Tokyo')).toEqual([early])
  expect(filterSamples({ status: 'paid', to: '2026-11-19' })).toEqual([])
})
