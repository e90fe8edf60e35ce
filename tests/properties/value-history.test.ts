import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#lib/dates.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { proposeDepositReversal } from '#modules/deposits/commands/propose-deposit-reversal.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { EQUITY, toMemberAccountCode } from '#modules/ledger/model.ts'
import { getMemberBalances, listPostingRules } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import {
  FIGURE_NAMES,
  HEADING_BY_TYPE,
  HEADINGS,
  sumSubAccounts,
} from '#modules/portfolio/model.ts'
import { listFigureEntries } from '#modules/portfolio/queries/figure-entries.ts'
import { getCourse } from '#modules/portfolio/queries/value-history.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { proposeWithdrawalReversal } from '#modules/withdrawals/commands/propose-withdrawal-reversal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  computeSubAccounts,
  event,
  FIRST,
  fundHistories,
  type HistoryMovement,
  LAST,
  play,
} from '../support/member-history.ts'
import { pickScale } from '../support/scale.ts'

let testApp: TestApp
let members = 0
beforeAll(async () => {
  testApp = await createTestApp()
  await fundHistories(testApp.app)
})
afterAll(() => testApp.close())

const TODAY: Day = '2026-12-01'
const add = (moved: readonly HistoryMovement[]) =>
  moved.reduce((sum, { change }) => sum + change, 0n)
const PAID_IN = ['deposit', 'pay', 'payProfit']

/** What was paid in by a day, less what was paid out, added up from what was played. */
const computeNetPayments = (moved: readonly HistoryMovement[], day: Day) =>
  add(moved.filter((each) => each.day <= day && PAID_IN.includes(each.step)))

async function newHistory(events: Parameters<typeof play>[2]) {
  const member = `mem_course${++members}`
  return { member, moved: await play(testApp.app, member, events) }
}

const history = fc.array(event, { minLength: 15, maxLength: 40, size: 'max' })

test('value, months and sum of any history are as added up by hand, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const { member, moved } = await newHistory(events)
      const { sum, points, months, performance } = await getCourse(testApp.app.db, member, TODAY)
      const findPoint = (day: Day) =>
        points.findLast((point) => point.day <= day) ?? { owed: 0n, paidIn: 0n }

      for (let day = addDays(FIRST, -2); day <= LAST; day = addDays(day, 1)) {
        if (day < addDays(TODAY, -366)) continue // of earlier months only the last change is listed

        expect({ day, owed: findPoint(day).owed }).toEqual({
          day,
          owed: sumSubAccounts(computeSubAccounts(moved, day)),
        })

        expect({ day, paidIn: findPoint(day).paidIn }).toEqual({
          day,
          paidIn: computeNetPayments(moved, day),
        })
      }

      expect(sum.value).toBe(sumSubAccounts(computeSubAccounts(moved, LAST)))
      expect(HEADINGS.reduce((total, term) => total + sum.terms[term], 0n)).toBe(sum.value)
      expect(sum.terms.returns).toBe(add(moved.filter(({ step }) => step === 'earn')))
      if (performance) expect(performance.gain).toBe(sum.value - computeNetPayments(moved, LAST))
      expect(months).toHaveLength(12)

      for (const { month, returns, losses } of months) {
        const ofMonth = moved.filter(({ day }) => day.startsWith(month))
        expect(returns).toBe(add(ofMonth.filter(({ step }) => step === 'earn')))
        expect(losses).toBe(add(ofMonth.filter(({ step }) => step === 'lose')))
      }
    }),
    { numRuns: pickScale(12, 200), endOnFailure: true },
  )
}, 240_000)

test('every figure is the sum of its entries, page by page, none of them twice', async () => {
  const { db } = testApp.app
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 7 }), async (events, limit) => {
      const { member, moved } = await newHistory(events)
      const { cash, principal, profit, holdCash, holdProfit } = await getMemberBalances(db, member)
      const expected = {
        balance: cash + principal,
        interest: profit,
        held: holdCash + holdProfit,
        deposits: add(moved.filter(({ step }) => step === 'deposit')),
        withdrawals: -add(moved.filter(({ step }) => ['pay', 'payProfit', 'fee'].includes(step))),
      }

      for (const figure of FIGURE_NAMES) {
        const journalIds: bigint[] = []
        let [sum, before]: [bigint, bigint | undefined] = [0n, undefined]

        for (;;) {
          const page = await listFigureEntries(db, member, figure, TODAY, { before, limit })
          expect({ figure, total: page.total }).toEqual({ figure, total: expected[figure] })
          for (const entry of page.entries) sum += entry.change
          journalIds.push(...page.entries.map(({ entry }) => entry))
          if (page.next === null) break
          before = page.next
        }

        expect({ figure, sum }).toEqual({ figure, sum: expected[figure] })
        expect(new Set(journalIds).size).toBe(journalIds.length)
        expect(journalIds).toEqual(journalIds.toSorted((one, other) => (one < other ? 1 : -1)))
      }
    }),
    { numRuns: pickScale(8, 120), endOnFailure: true },
  )
}, 240_000)

test('every movement that can change the portfolio value has a heading', async () => {
  const isMember = (name: string) => name.startsWith('member_')
  const rules = (await listPostingRules(testApp.app.db)).filter(
    (rule) => isMember(rule.debit) !== isMember(rule.credit),
  )
  const unlistedRules = rules.filter(({ transferType }) => !HEADING_BY_TYPE[transferType])

  expect(rules.length).toBeGreaterThan(8)

  expect(unlistedRules).toEqual([])
})

test('after the reversal of a deposit and of a payment every figure is what it was before them', async () => {
  const { app } = testApp
  const { db } = app
  const { admin: ines } = await createTestAdmin(app, { role: 'finance' })
  const { admin: ruth } = await createTestAdmin(app, { role: 'owner' })
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const approve = ({ id, contentHash }: Proposal) =>
    decideProposal(app, ruth, { id, approve: true, contentHash })

  const reason = 'A mistake.'
  const { id: depositId } = await createCompletedDeposit(app, member, ines, {
    planId,
    amount: '1500',
  })
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  const { id: withdrawalId } = await requestWithdrawal(app, member, input)
  await approveReviewed(app, ines, withdrawalId)
  await markPaid(app, ines, { withdrawalId, txid: 'f'.repeat(64) })
  await approve(await proposeWithdrawalReversal(app, ines, { withdrawalId, reason }))
  await approve(await proposeDepositReversal(app, ines, { depositId, reason }))
  await chainJournal(app)

  const { sum, points } = await getCourse(db, member.id, app.clock.today())
  expect(sum.value).toBe(0n)
  expect(HEADINGS.map((term) => sum.terms[term])).toEqual(HEADINGS.map(() => 0n))
  expect(points.at(-1) ?? { owed: 0n, paidIn: 0n }).toMatchObject({ owed: 0n, paidIn: 0n })

  for (const figure of FIGURE_NAMES) {
    const page = { limit: 20 }
    const { total, entries } = await listFigureEntries(
      db,
      member.id,
      figure,
      app.clock.today(),
      page,
    )
    expect({ figure, total }).toEqual({ figure, total: 0n })
    expect(entries.reduce((all, { change }) => all + change, 0n)).toBe(0n)
  }
})

test('a member without anything has a course with nothing in it', async () => {
  const { sum, points, months } = await getCourse(testApp.app.db, 'mem_nobody', TODAY)
  expect(points).toEqual([])
  expect(sum.value).toBe(0n)
  expect(months.map(({ month }) => month)).toEqual(
    ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
      (month) => `2026-${month}`,
    ),
  )
})

test('what is posted and not chained yet is in the balance and in the charts', async () => {
  const { member } = await newHistory([{ step: 'deposit', cents: 500, day: 1, subject: 1 }])
  const more = transfer(
    `${member}/more`,
    'adjusted',
    EQUITY,
    toMemberAccountCode(member, 'cash'),
    7n,
    {
      reason: 'Seven cents that were owed',
    },
  )

  await runInTransaction(testApp.app.db, (tx) => post(tx, [more]))

  const { sum, points } = await getCourse(testApp.app.db, member, TODAY)
  expect(sum).toMatchObject({ value: 507n, terms: { deposits: 500n, adjustments: 7n } })
  expect(points[0]).toEqual({ day: addDays(FIRST, 1), owed: 500n, paidIn: 500n })
  expect(points.at(-1)).toMatchObject({ owed: 507n, paidIn: 500n })

  const [newest] = (await listFigureEntries(testApp.app.db, member, 'balance', TODAY, { limit: 1 }))
    .entries
  expect(newest).toMatchObject({
    journalNumber: null,
    change: 7n,
    details: ['Seven cents that were owed'],
  })

  await chainJournal(testApp.app)
  expect((await getCourse(testApp.app.db, member, TODAY)).points).toEqual(points)
})
