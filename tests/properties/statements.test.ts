import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import type { ACCOUNT_TYPES } from '#modules/ledger/model.ts'
import { listPostingRules } from '#modules/ledger/queries.ts'
import { HEADING_BY_TYPE, parsePeriod, sumSubAccounts } from '#modules/portfolio/model.ts'
import { getBalanceOnDay, getStatement, getYear } from '#modules/portfolio/queries/statement.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  computeSubAccounts,
  event,
  FIRST,
  fundHistories,
  LAST,
  play,
} from '../support/member-history.ts'
import { pickScale } from '../support/scale.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundHistories(testApp.app)
})
afterAll(() => testApp.close())

let members = 0

test('any statement of any history opens, closes and adds up to the cent', async () => {
  const period = fc.tuple(fc.integer({ min: -3, max: 300 }), fc.integer({ min: 0, max: 300 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 15, maxLength: 40, size: 'max' }),
      fc.array(period, { minLength: 3, maxLength: 3 }),
      async (events, periods) => {
        const member = `mem_random${++members}`
        const moved = await play(testApp.app, member, events)

        for (const [start, length] of periods) {
          const from = addDays(FIRST, start)
          const to = addDays(from, length)
          const statement = await getStatement(testApp.app.db, member, { from, to })
          const { opening, closing, lines, sums } = statement

          expect(opening).toEqual(computeSubAccounts(moved, addDays(from, -1)))
          expect(closing).toEqual(computeSubAccounts(moved, to))
          expect(lines.reduce((sum, line) => sum + line.change, sumSubAccounts(opening))).toBe(
            sumSubAccounts(closing),
          )
          expect(
            Object.values(sums).reduce((sum, each) => sum + each, sumSubAccounts(opening)),
          ).toBe(sumSubAccounts(closing))
          expect(lines.at(-1)?.balance ?? sumSubAccounts(opening)).toBe(sumSubAccounts(closing))
          expect(lines.every(({ day }) => day >= from && day <= to)).toBe(true)
          expect((await getBalanceOnDay(testApp.app.db, member, to)).subAccounts).toEqual(closing)
        }

        const year = await getYear(testApp.app.db, member, { from: '2026-01-01', to: LAST })
        expect(year.opening).toBe(sumSubAccounts(computeSubAccounts(moved, '2025-12-31')))
        expect(year.closing).toBe(sumSubAccounts(computeSubAccounts(moved, LAST)))
        expect(year.months.map(({ month }) => month)).toHaveLength(11)
      },
    ),
    { numRuns: pickScale(15, 300), endOnFailure: true },
  )
}, 240_000)

test('a row between two consecutive statements is in one of them, once', async () => {
  const member = `mem_random${++members}`
  const events = fc.sample(event, { numRuns: 120, seed: 7 })
  await play(testApp.app, member, events)

  const whole = await getStatement(testApp.app.db, member, { from: FIRST, to: '2026-12-01' })
  const parts = await Promise.all(
    [
      { from: FIRST, to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-12-01' },
    ].map((period) => getStatement(testApp.app.db, member, period)),
  )

  expect(parts.flatMap(({ lines }) => lines.flatMap(({ seqs }) => seqs))).toEqual(
    whole.lines.flatMap(({ seqs }) => seqs),
  )
  expect(parts.map(({ opening }) => opening).slice(1)).toEqual(
    parts.map(({ closing }) => closing).slice(0, 2),
  )
})

test('every movement that can change what a member is owed counts under a heading', async () => {
  const ofMember = (name: keyof typeof ACCOUNT_TYPES) => name.startsWith('member_')
  const changing = (await listPostingRules(testApp.app.db)).filter(
    (route) => ofMember(route.debit) !== ofMember(route.credit),
  )
  expect(changing.filter(({ transferType }) => !HEADING_BY_TYPE[transferType])).toEqual([])
})

test('a period is at most ten years long, has come, and doesn’t end before it begins', () => {
  const today = '2026-11-20'
  expect(parsePeriod({}, today)).toEqual({ from: '2026-11-01', to: today })
  expect(parsePeriod({ from: '2016-11-21' }, today)).toEqual({ from: '2016-11-21', to: today })

  for (const requestedPeriod of [
    { from: '2016-11-20' },
    { to: '2026-11-21' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '1999-12-31', to: '2000-01-02' },
  ])
    expect(() => parsePeriod(requestedPeriod, today)).toThrow(/statement|date/)

  expect(() => parsePeriod({ to: '2026-12-01' }, today)).toThrow(
    'The end date can’t be after today',
  )
})
