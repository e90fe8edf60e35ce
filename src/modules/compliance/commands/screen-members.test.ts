import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { countDueMembers, listCases } from '../queries.ts'
import { storeList } from '../steps/store-list.ts'
import { buildTestParty, createTestCase, loadTestList } from '../testing.ts'
import { screenMembers } from './screen-members.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const listOf = async (memberId: string) =>
  (await listCases(testApp.app.db)).filter((one) => one.memberId === memberId)

test('A member is screened after sign-up, and after another name or a new list', async () => {
  const { app, database } = testApp
  await loadTestList(app, [buildTestParty()])
  await screenMembers(app)
  expect(await countDueMembers(app.db)).toBe(0)

  const party = buildTestParty()
  const { member } = await createTestMember(app)
  expect(await countDueMembers(app.db)).toBe(1)
  await screenMembers(app)
  expect(await listOf(member.id)).toEqual([])

  await loadTestList(app, [party])
  expect(await countDueMembers(app.db)).toBeGreaterThan(0)
  await screenMembers(app)
  expect(await listOf(member.id)).toEqual([])

  const [firstName, lastName] = party.names[0]?.split(' ') ?? []
  await database.owner.query(
    'update member set first_name = $2, last_name = $3, profile_version = profile_version + 1 ' +
      'where id = $1',
    [member.id, firstName, lastName],
  )
  expect(await countDueMembers(app.db)).toBe(1)
  await screenMembers(app)
  expect(await listOf(member.id)).toMatchObject([
    { status: 'open', source: 'un', score: 100, party: { id: party.id } },
  ])
})

test('A list replaced while it is read is not used: the next one is compared', async () => {
  const { app, database } = testApp
  const party = buildTestParty()
  const [firstName = '', lastName = ''] = party.names[0]?.split(' ') ?? []
  await loadTestList(app, [buildTestParty(), party])
  const { member } = await createTestMember(app, { firstName, lastName })

  const screened = await app.db.transaction().execute(async (tx) => {
    await sql`lock table screening_party in access exclusive mode`.execute(tx)
    const screening = screenMembers(app)
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await database.owner.query(waiting)).rowCount === 0) await pause(20)

    const list = { source: 'un' as const, publishedOn: null, parties: [party] }
    await storeList(tx, app, 'e'.repeat(64), list)
    return { screening }
  })
  await screened.screening

  expect(await listOf(member.id)).toMatchObject([{ party: { id: party.id } }])
  expect(await countDueMembers(app.db)).toBe(0)
})

test('The same party opens no second case, and a party that changed does', async () => {
  const { app } = testApp
  const { member, party } = await createTestCase(app)

  await loadTestList(app, [buildTestParty(), party])
  await screenMembers(app)
  expect(await listOf(member.id)).toHaveLength(1)

  await loadTestList(app, [{ ...party, birthDates: ['1961'] }])
  await screenMembers(app)
  expect(await listOf(member.id)).toHaveLength(2)
})

test('An organisation with the name of a member opens no case', async () => {
  const { app } = testApp
  const { member, party } = await createTestCase(app)
  const entity = buildTestParty({ kind: 'entity', names: party.names })
  await loadTestList(app, [entity], 'uk')
  await screenMembers(app)

  expect(await listOf(member.id)).toHaveLength(1)
})

test('A member who did not confirm the email address is not screened yet', async () => {
  const { app } = testApp
  await screenMembers(app)
  await createTestMember(app, { verified: false })
  expect(await countDueMembers(app.db)).toBe(0)
})
