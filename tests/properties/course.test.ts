import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#lib/dates.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { EQUITY, memberAccount } from '#modules/ledger/model.ts'
import { listRoutes, memberBalances } from '#modules/ledger/queries.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { FIGURE_NAMES, HEADING_OF, owedOf, SUM_TERMS } from '#modules/portfolio/model.ts'
import { getCourse } from '#modules/portfolio/queries/course.ts'
import { listFigureEntries } from '#modules/portfolio/queries/figure-entries.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../support/app.ts'
import {
  event,
  FIRST,
  fundHistories,
  LAST,
  type Moved,
  play,
  pursesBy,
} from '../support/member-history.ts'
import { scaled } from '../support/scale.ts'

let house: TestApp
let members = 0
beforeAll(async () => {
  house = await testApp()
  await fundHistories(house.app)
})
afterAll(() => house.close())

const TODAY: Day = '2026-12-01'
const add = (moved: readonly Moved[]) => moved.reduce((sum, { change }) => sum + change, 0n)
const PAID_IN = ['deposit', 'pay', 'payProfit']

/** What was paid in by a day, less what was paid out, added up from what was played. */
const paidInBy = (moved: readonly Moved[], day: Day) =>
  add(moved.filter((each) => each.day <= day && PAID_IN.includes(each.step)))

async function newHistory(events: Parameters<typeof play>[2]) {
  const member = `mem_course${++members}`
  return { member, moved: await play(house.app, member, events) }
}

const history = fc.array(event, { minLength: 15, maxLength: 40, size: 'max' })

test('value, months and sum of any history are what adding it up by hand comes to, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const { member, moved } = await newHistory(events)
      const { sum, points, months } = await getCourse(house.app.db, member, TODAY)
      const at = (day: Day) =>
        points.findLast((point) => point.day <= day) ?? { owed: 0n, paidIn: 0n }

      for (let day = addDays(FIRST, -2); day <= LAST; day = addDays(day, 1)) {
        if (day < addDays(TODAY, -366)) continue // of earlier months the last change alone is told
        expect({ day, owed: at(day).owed }).toEqual({ day, owed: owedOf(pursesBy(moved, day)) })
        expect({ day, paidIn: at(day).paidIn }).toEqual({ day, paidIn: paidInBy(moved, day) })
      }

      const { cash, principal } = pursesBy(moved, LAST)
      expect(sum.balance).toBe(cash + principal)
      expect(SUM_TERMS.reduce((total, term) => total + sum.terms[term], 0n)).toBe(sum.balance)
      expect(sum.terms.reinvested).toBe(
        add(moved.filter(({ step, change }) => step === 'reinvest' && change > 0n)),
      )
      expect(months).toHaveLength(12)

      for (const { month, returns, losses } of months) {
        const ofMonth = moved.filter(({ day }) => day.startsWith(month))
        expect(returns).toBe(add(ofMonth.filter(({ step }) => step === 'earn')))
        expect(losses).toBe(add(ofMonth.filter(({ step }) => step === 'lose')))
      }
    }),
    { numRuns: scaled(12, 200), endOnFailure: true },
  )
}, 240_000)

test('every figure is the sum of its entries, page by page, none of them twice', async () => {
  const { db } = house.app
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 7 }), async (events, limit) => {
      const { member, moved } = await newHistory(events)
      const { cash, principal, profit, holdCash, holdProfit } = await memberBalances(db, member)
      const expected = {
        balance: cash + principal,
        interest: profit,
        held: holdCash + holdProfit,
        deposits: add(moved.filter(({ step }) => step === 'deposit')),
        withdrawals: -add(moved.filter(({ step }) => ['pay', 'payProfit', 'fee'].includes(step))),
      }

      for (const figure of FIGURE_NAMES) {
        const seen: bigint[] = []
        let [sum, before]: [bigint, bigint | undefined] = [0n, undefined]

        for (;;) {
          const page = await listFigureEntries(db, member, figure, TODAY, { before, limit })
          expect({ figure, total: page.total }).toEqual({ figure, total: expected[figure] })
          for (const entry of page.entries) sum += entry.change
          seen.push(...page.entries.map(({ entry }) => entry))
          if (page.next === null) break
          before = page.next
        }

        expect({ figure, sum }).toEqual({ figure, sum: expected[figure] })
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen).toEqual(seen.toSorted((one, other) => (one < other ? 1 : -1)))
      }
    }),
    { numRuns: scaled(8, 120), endOnFailure: true },
  )
}, 240_000)

test('every movement that can change the account balance has a term in its sum', async () => {
  const within = ['position_opened', 'principal_redeemed', 'withdrawal_held', 'withdrawal_released']
  const of = (name: string) => name === 'member_cash' || name === 'member_principal'
  const routes = (await listRoutes(house.app.db)).filter(
    (route) => of(route.debit) !== of(route.credit),
  )
  const untold = routes.filter(
    ({ kind }) => !within.includes(kind) && !SUM_TERMS.some((term) => term === HEADING_OF[kind]),
  )

  expect(untold).toEqual([])
})

test('a member without anything has a course with nothing in it', async () => {
  const { sum, points, months } = await getCourse(house.app.db, 'mem_nobody', TODAY)
  expect(points).toEqual([])
  expect(sum.balance).toBe(0n)
  expect(months.map(({ month }) => month)).toEqual(
    ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
      (month) => `2026-${month}`,
    ),
  )
})

test('what is posted and not sealed yet is in the balance, and in no chart', async () => {
  const { member } = await newHistory([{ step: 'deposit', cents: 500, day: 1, subject: 1 }])
  const more = transfer(`${member}/more`, 'adjusted', EQUITY, memberAccount(member, 'cash'), 7n, {
    reason: 'Seven cents that were owed',
  })
  await inTransaction(house.app.db, (tx) => post(tx, [more]))

  const { sum, points } = await getCourse(house.app.db, member, TODAY)
  expect(sum).toMatchObject({ balance: 507n, terms: { deposits: 500n, adjustments: 7n } })
  expect(points).toEqual([{ day: addDays(FIRST, 1), owed: 500n, paidIn: 500n }])

  const [newest] = (await listFigureEntries(house.app.db, member, 'balance', TODAY, { limit: 1 }))
    .entries
  expect(newest).toMatchObject({ folio: null, change: 7n, details: ['Seven cents that were owed'] })

  await sealJournal(house.app)
  expect((await getCourse(house.app.db, member, TODAY)).points.at(-1)?.owed).toBe(507n)
})
