import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notifyPaidMembers } from '#modules/plans/commands/notify-paid-members.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import type { AtMaturity } from '#modules/plans/model.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import { createIncome, createPublishedPlan } from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { killHard } from '../support/launcher.ts'
import { pickScale } from '../support/scale.ts'
import { settlingProcess, summariseOutcome } from '../support/settling.ts'

const KILLS = pickScale(1, 50)
/**
 * Of each plan more than mature in one transaction; in a deep run also more than are paid in one.
 */
const POSITIONS = pickScale(480, 6_000)
const PRINCIPAL = 123_400n
const START = '2027-12-20'
const END = addDays(START, 60)
const INSTRUCTIONS: readonly AtMaturity[] = ['to_balance', 'reinvest_principal', 'reinvest_all']
/**
 * By plan: its target of the principal, its term, and for each position what income there is at
 * first and what comes later.
 */
const PLANS = {
  A: { targetBps: 500, termDays: 20, first: 1_000n, later: 30_000n },
  B: { targetBps: 1_000, termDays: 45, first: 5_000n, later: 0n },
}
const LATER = addDays(START, 50)

const testApps: TestApp[] = []
afterAll(() => Promise.all(testApps.map((testApp) => testApp.close())))

/** Alike positions share evenly, so that installations end alike in any order of positions. */
async function createInstallation(): Promise<TestApp> {
  const testApp = await createTestApp({ at: `${START}T12:00:00Z` })
  testApps.push(testApp)

  const { app } = testApp
  const { member } = await createTestMember(app)
  const each = BigInt(POSITIONS / 2)

  await fundMember(app, member.id, { cash: each * 2n * PRINCIPAL })

  for (const [name, { first, later, ...terms }] of Object.entries(PLANS)) {
    const { id: planVersionId, planId } = await createPublishedPlan(app, { name, ...terms })
    await app.db.transaction().execute(async (tx) => {
      const positionInput = {
        memberId: member.id,
        planVersionId,
        principal: PRINCIPAL,
        openedOn: START,
        actor: 'test',
      }

      const opened = []
      for (let n = 0; n < each; n++) {
        const atMaturity = INSTRUCTIONS[n % INSTRUCTIONS.length] ?? 'to_balance'
        opened.push(await openPosition(tx, { ...positionInput, atMaturity }))
      }

      await post(
        tx,
        opened.flatMap(({ transfers }) => transfers),
      )
    })

    await createIncome(app, { planId, cents: first * each })
    if (later > 0n) await createIncome(app, { planId, cents: later * each, on: LATER })
  }

  app.clock.set(`${END}T12:00:00Z`)

  return testApp
}

/**
 * Kills a process that settles at a random moment; false when it had come to its
 * end before.
 */
async function killDuringSettlement(testApp: TestApp, withinMs: number): Promise<boolean> {
  const { pid, going, ended } = settlingProcess(testApp.database, END)
  await going
  await Promise.race([pause(Math.random() * withinMs), ended])
  killHard(pid)

  const { code, signal } = await ended
  expect(code ?? 0, 'it fails of nothing but the kill').toBe(0)

  return signal === 'SIGKILL'
}

/**
 * What was paid less than income and target allow, or more, in cents: by plan, worked out by hand.
 */
async function computeDifferences({ database }: TestApp): Promise<bigint[]> {
  const each = BigInt(POSITIONS / 2)
  const { rows } = await database.owner.query<{
    name: string
    due: string
    paid: string
    income: string
  }>(
    `select p.name, sum(o.return_due) as due, sum(o.return_due - coalesce((select cents from
      owed_return where position_id = o.id), 0)) as paid,
      (select sum(used_cents) from plan_income i where i.plan_id = p.id) as income
    from position o join plan p on p.id = o.plan_id where o.reinvested_from is null group by p.id
    order by 1`,
  )

  return rows.flatMap(({ name, due, paid, income }) => {
    const { targetBps, first, later } = PLANS[name as keyof typeof PLANS]
    const target = (PRINCIPAL * BigInt(targetBps)) / 10_000n
    const funds = first + later < target ? first + later : target

    return [
      BigInt(due) - target * each,
      BigInt(paid) - funds * each,
      ...(later === 0n ? [BigInt(income) - funds * each] : []),
    ]
  })
}

test(
  `settling ${POSITIONS} positions, killed ${KILLS} times by kill -9, ends as if undisturbed`,
  async () => {
    const calm = await createInstallation()
    const begun = performance.now()

    expect(await settleDays(calm.app)).toBe(61)

    await notifyPaidMembers(calm.app)

    const withinMs = (performance.now() - begun) / pickScale(2, 10)
    const undisturbed = JSON.parse(await summariseOutcome(calm.database))
    expect(undisturbed.problems).toEqual([])

    let kills = 0
    for (let rounds = 0; kills < KILLS; rounds++) {
      expect(rounds, 'processes that end before they are killed').toBeLessThan(KILLS + 5)

      const testApp = await createInstallation()
      while (kills < KILLS && (await killDuringSettlement(testApp, withinMs))) kills++

      const { going, ended } = settlingProcess(testApp.database, END)
      await going

      expect(await ended).toEqual({ code: 0, signal: null })
      expect(JSON.parse(await summariseOutcome(testApp.database)), `after ${kills} kills`).toEqual(
        undisturbed,
      )
      expect(
        (await computeDifferences(testApp)).filter((cents) => cents !== 0n),
        'to the cent',
      ).toEqual([])
    }

    console.log(`  ${kills} kills while settling, difference 0`)
  },
  pickScale(240_000, 2 * 3_600_000),
)
