import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { prepareTestLevels } from '../../../../tests/support/verified-levels.ts'
import type { Level, Operation } from '../model.ts'
import { loadEligibility } from '../queries.ts'
import { setTestLevel } from '../testing.ts'
import { passGate } from './pass-gate.ts'

let testApp: TestApp
let live: App
let member: Member

beforeAll(async () => {
  testApp = await createTestApp()
  const { owner } = testApp.database
  live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } }
  member = (await createTestMember(testApp.app)).member
  await prepareTestLevels(owner)
  await owner.query('alter table mode disable trigger all')
  await owner.query("update mode set name = 'live'")
})
afterAll(() => testApp.close())

const pass = (operation: Operation) =>
  testApp.app.db.transaction().execute(async (tx) =>
    passGate(tx, live, await loadEligibility(tx, live, member.id), {
      operation,
      subjectId: createId('dep'),
      amountCents: 100_000n,
    }),
  )

/** The rules that the software ships, as a live installation has them without any of its own. */
const ANSWERS: [Operation, Level, allowed: boolean][] = [
  ['deposit', 'none', false],
  ['deposit', 'basic', true],
  ['invest', 'none', false],
  ['invest', 'basic', true],
  ['withdraw', 'basic', false],
  ['withdraw', 'full', true],
]

test.each(ANSWERS)(
  'without rules of its own live answers %s at %s: %s',
  async (operation, level, allowed) => {
    await setTestLevel(testApp.app, member, level)

    if (allowed) await pass(operation)
    else await expect(pass(operation)).rejects.toMatchObject({ code: 'not_eligible', status: 403 })
  },
)

test('the database refuses a gate record below the level that live needs, whatever the server says', async () => {
  await setTestLevel(testApp.app, member, 'basic')
  const record = (operation: Operation) =>
    testApp.database.pool.query(
      `insert into gate_record (id, member_id, operation, subject_id, rules_sha256, on_date,
        checked_at, amount, facts)
        values ($1, $2, $3, 'wdr_x', repeat('0', 64), $4, $5, 100, '{}')`,
      [createId('gat'), member.id, operation, testApp.app.clock.today(), testApp.app.clock.now()],
    )

  await expect(record('withdraw')).rejects.toThrow('this gate was not passed: level')
  await setTestLevel(testApp.app, member, 'full')
  await record('withdraw')
})
