import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { createRandom, pickOne } from '../support/fuzz-values.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { OFTEN, robbery, STOLEN, type Stolen } from '../support/thief.ts'

const SEQUENCES = process.env.DEEP === '1' ? 2_000 : 20
const SEED = Number(process.env.THEFT_SEED ?? Date.now() % 1_000_000)
const STEPS = 18
const COOL_DOWN_HOURS = 24

let server: TestServer
let staff: { rogue: Admin; honest: Admin }
beforeAll(async () => {
  server = await testServer({ environment: { TRUST_PROXY: '1' } })
  staff = {
    rogue: (await server.asAdmin('owner')).admin,
    honest: (await server.asAdmin('finance')).admin,
  }

  const { db, clock } = server.app
  const value = {
    statedHours: 24,
    walletCoolDownHours: COOL_DOWN_HOURS,
    secondAdminFrom: '1000000',
  }

  await db
    .transaction()
    .execute((tx) => setSetting(tx, 'withdrawals', value, { by: 'Ruth', at: clock.now() }))
})
afterAll(() => server.close())

/**
 * Payments that may not have been: to an address within its cool-down, or while withdrawals rested.
 */
const TOO_SOON = `
  select w.id, m.email from withdrawal w join wallet a on a.id = w.wallet_id join member m on
  m.id = w.member_id
  where w.status = 'completed' and w.closed_at < a.created_at + interval '${COOL_DOWN_HOURS} hours'`
const REACHED = `
  select count(*) filter (where status = 'completed') as paid, count(*) as asked from withdrawal`

/** Runs one theft of random steps and returns their names, so that a failure can be read. */
async function theft(number: number, stolen: Stolen): Promise<string[]> {
  const random = createRandom(SEED + number)
  const { attempts } = await robbery(server, staff, stolen, random)
  const list = Object.entries(attempts).flatMap((one) =>
    Array.from({ length: OFTEN[one[0]] ?? 1 }, () => one),
  )
  const done: string[] = []

  for (let step = 0; step < STEPS; step++) {
    const [name, attempt] = pickOne(random, list)
    done.push(name)
    await attempt()
  }

  await server.database.owner.query('delete from rate_limit')

  return done
}

test(
  'one stolen password, mailbox, session or admin pays no new address within its cool-down',
  async () => {
    for (let number = 0; number < SEQUENCES; number++) {
      const stolen = STOLEN[number % STOLEN.length] as Stolen
      const done = await theft(number, stolen)
      const { rows } = await server.database.owner.query(TOO_SOON)
      expect(rows, `THEFT_SEED=${SEED + number}, ${stolen}: ${done.join(', ')}`).toEqual([])
    }

    const { rows } = await server.database.owner.query(REACHED)
    console.log(
      `thefts: ${SEQUENCES} sequences of ${STEPS} steps, 0 paid too soon; asked for ` +
        `${rows[0].asked}, paid later ${rows[0].paid}; seed ${SEED}`,
    )

    expect(Number(rows[0].asked)).toBeGreaterThan(SEQUENCES / 4)
  },
  24 * 3_600_000,
)
