import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type LogReport, parseDailyFigures } from '#modules/transparency/model.ts'
import { History } from './history.tsx'
import { LogFacts } from './log-facts.tsx'

const buildDay = (day: string, rest: object = {}) =>
  parseDailyFigures({ day, owedCents: '70000', heldCents: '91000', ...rest })
const PLACE = {
  place: 'bank',
  currency: 'USD',
  ledger: '91000',
  outside: '90000',
  asOf: null,
  source: 'entered',
  counted: '90000',
}
const renderHistory = (days: ReturnType<typeof buildDay>[]) =>
  renderToStaticMarkup(createElement(History, { days }))

test('The history shows each day as lines and as a table, also days from before a figure', () => {
  const text = renderHistory([
    buildDay('2026-11-20'),
    buildDay('2026-11-21', { places: [PLACE], witnesses: { named: 2, cosigned: 1 } }),
    buildDay('2026-11-22', { places: [PLACE], witnesses: { named: 2, cosigned: 2 } }),
  ])

  for (const expected of [
    'Assets held: $910.00',
    'Member balances: $700.00',
    'External balance: $900.00',
  ])
    expect(text).toContain(expected)
  expect(text).toContain('Assets per $1.00: $1.30')
  expect(text).toContain('Cosigned: 2')
  expect(text.match(/<svg/g)).toHaveLength(4)
  expect(text.match(/<table/g)).toHaveLength(4)
  expect(text).toContain('<td>None</td>')
  expect(text).not.toContain('NaN')
})

test('Before the second day nothing is drawn, and the page says when it will be', () => {
  for (const days of [[], [buildDay('2026-11-20')]]) {
    expect(renderHistory(days)).toContain('start on the second day')
    expect(renderHistory(days)).not.toContain('<svg')
  }
})

const COSIGNED = { size: 38, at: new Date('2026-11-26T12:00:00Z') }
const LOG: LogReport = {
  size: 40,
  publishedSize: 40,
  signedAt: new Date(0),
  vkeys: ['books.example/open-books/log+00000000+AA'],
  proof: null,
  witnesses: [
    {
      name: 'witness.example',
      cosignedAt: null,
      last: null,
      forkSince: new Date('2026-11-26T12:00:00Z'),
    },
    { name: 'other.example', cosignedAt: COSIGNED.at, last: COSIGNED, forkSince: null },
  ],
}

test('The witnesses are named, so that readers can ask them for their keys', () => {
  const text = renderToStaticMarkup(createElement(LogFacts, { log: LOG }))
  expect(text).toContain('witness.example, other.example')
  const alone = createElement(LogFacts, { log: { ...LOG, witnesses: [] } })
  expect(renderToStaticMarkup(alone)).not.toContain('Witnesses.')
})

test('A witness that reports another history is named, with what to do', () => {
  const text = renderToStaticMarkup(createElement(LogFacts, { log: LOG }))
  expect(text).toContain('witness.example reports another history of this log')
  expect(text).toContain('Don’t make a deposit until this is explained')
  expect(text).toContain('cosigned by 1 of 2 independent witnesses')
  expect(text).not.toContain('other.example reports')
})

const renderLog = (log: LogReport) =>
  renderToStaticMarkup(createElement(LogFacts, { log }))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')

test('The page says how many entries the log has, and how many of them are cosigned', () => {
  expect(renderLog({ ...LOG, witnesses: [] })).toContain(
    'It has 40 entries and no independent witnesses.',
  )
  expect(renderLog(LOG)).toMatch(
    /It has 40 entries. They are cosigned by 1 of 2 independent witnesses at .* UTC. ?For auditors. The signed head covers the 40 entries./,
  )
  expect(renderLog({ ...LOG, publishedSize: 38 })).toMatch(
    /The first 38 are cosigned by 1 of 2 independent witnesses at .* UTC. The newer ones aren’t cosigned yet. ?For auditors. The signed head covers the first 38 entries./,
  )
  const silent = LOG.witnesses.map((witness) => ({ ...witness, cosignedAt: null }))
  expect(renderLog({ ...LOG, witnesses: silent })).toMatch(
    /cosigned by 0 of 2 independent witnesses. The last cosignature covers 38 entries, at .* UTC./,
  )
})
