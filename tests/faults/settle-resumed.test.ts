import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { notifyPaidMembers } from '#modules/plans/commands/notify-paid-members.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import type { AtMaturity } from '#modules/plans/model.ts'
import { beginDistribution } from '#modules/plans/steps/begin-distribution.ts'
import { maturePositions } from '#modules/plans/steps/mature-positions.ts'
import { payDistribution } from '#modules/plans/steps/pay-distribution.ts'
import { createIncome, createPosition, createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { faultyDatabase, KINDS } from '../support/faulty-database.ts'
import { listIntegrityProblems } from '../support/integrity-problems.ts'
import { pickScale } from '../support/scale.ts'
import { summariseOutcome } from '../support/settling.ts'

const START = '2027-12-20'
const END = addDays(START, 75)
const INSTRUCTIONS: readonly AtMaturity[] = ['to_balance', 'reinvest_principal', 'reinvest_all']

let undisturbed: string
const testApps: TestApp[] = []
afterAll(() => Promise.all(testApps.map((testApp) => testApp.close())))

/**
 * Alike positions share evenly, so that all who are paid end alike. Three plans of other terms, one
 * with too little income, one with enough in two parts, one with none.
 */
async function createInstallation() {
  const testApp = await createTestApp({ at: `${START}T12:00:00Z` })
  testApps.push(testApp)

  const { app } = testApp
  const { member } = await createTestMember(app)
  const plans = []

  for (const [name, termDays] of Object.entries({ A: 20, B: 30, C: 71 })) {
    const version = await createPublishedPlan(app, { name, termDays, targetBps: 777 })
    plans.push(version.planId)
    for (const atMaturity of INSTRUCTIONS)
      for (let n = 0; n < 2; n++)
        await createPosition(app, { memberId: member.id, version, principal: 123_457n, atMaturity })
  }

  const [a = '', b = ''] = plans
  await createIncome(app, { planId: a, cents: 10_008n })
  await createIncome(app, { planId: b, cents: 30_000n })
  await createIncome(app, { planId: b, cents: 500_000n, on: addDays(START, 40) })
  app.clock.set(`${END}T12:00:00Z`)

  return testApp
}

beforeAll(async () => {
  const testApp = await createInstallation()
  expect(await settleDays(testApp.app)).toBe(76)

  await notifyPaidMembers(testApp.app)
  undisturbed = await summariseOutcome(testApp.database)

  expect(JSON.parse(undisturbed).problems).toEqual([])

  const { paid, notified } = JSON.parse(undisturbed)
  expect(paid.length).toBeGreaterThan(3)
  expect(
    notified.map(({ name, count, paid, notifications }: Record<string, string>) => [
      name,
      count,
      notifications,
      paid,
    ]),
    'a member is notified once a distribution, of all of it',
  ).toEqual(paid.map(({ name, paid }: Record<string, string>) => [name, '1', '1', paid]))
}, 180_000)

describe('settling that is killed resumes where it stopped, and ends alike', () => {
  /**
   * Each run is struck at another of its statements, and the next resumes, until one comes to its
   * end. A run that continues by itself after a broken connection is struck again.
   */
  const AGAIN_EVERY = 23
  const pickStatement = (run: number) => 6 + run * pickScale(4, 1)
  test.each(KINDS.filter((kind) => kind !== 'collides'))(
    'each run %s',
    async (kind) => {
      const testApp = await createInstallation()
      const faulty = faultyDatabase(testApp.database.ownerUrl)
      let struck = 0

      for (let run = 0, days: number | null = null; days === null; run++) {
        const fault = { at: pickStatement(run), every: AGAIN_EVERY, kind }
        const { strikes } = await faulty.during(fault, async () => {
          days = await settleDays({ ...testApp.app, db: faulty.db })
          await notifyPaidMembers({ ...testApp.app, db: faulty.db })
        })

        // The server may need a moment to see that a connection is gone, and until then another one
        // settles.
        if (strikes > 0) struck += strikes
        else if (days === null) await pause(20)
      }

      await faulty.close()
      await settleDays(testApp.app)
      await notifyPaidMembers(testApp.app)

      expect(struck).toBeGreaterThan(12)
      expect(JSON.parse(await summariseOutcome(testApp.database))).toEqual(JSON.parse(undisturbed))
    },
    pickScale(180_000, 1_800_000),
  )
})

describe('a distribution in chunks', () => {
  test.each([1, 2, 3, 7, 1_000])(
    'of %i positions, each ended by a kill, pays what is there to the cent',
    async (limit) => {
      const testApp = await createInstallation()
      const { app, database } = testApp
      await app.db.transaction().execute((tx) => maturePositions(tx, app, END, 1_000))

      const { rows } = await database.owner.query<{ id: string }>(
        "select id from plan where name = 'A'",
      )
      const planId = rows[0]?.id ?? ''
      await createIncome(app, { planId, cents: 5n })

      const begin = () =>
        app.db.transaction().execute((tx) => beginDistribution(tx, app, planId, END))
      const begun = await begin()
      expect(begun).toMatchObject({ funded_cents: 10_013n })

      await createIncome(app, { planId, cents: 7n })

      for (let left = true; left; ) {
        const killed = app.db.transaction().execute(async (tx) => {
          await payDistribution(tx, app, begun?.id ?? '', limit)
          throw new Error('killed before the commit')
        })
        await expect(killed).rejects.toThrow('killed')
        expect(
          (await begin())?.id ?? begun?.id,
          'a running distribution is resumed, never begun again',
        ).toBe(begun?.id)

        left = await app.db
          .transaction()
          .execute((tx) => payDistribution(tx, app, begun?.id ?? '', limit))
      }

      const paid = await database.owner.query(
        'select sum(cents)::int as paid, count(*)::int as positions from payout',
      )
      expect(paid.rows).toEqual([{ paid: 10_013, positions: 6 }])
      expect(await listIntegrityProblems(database)).toEqual([])
    },
  )
})
