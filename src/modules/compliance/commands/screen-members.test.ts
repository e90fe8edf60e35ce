import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { countDueMembers, listCases } from '../queries.ts'
import { buildTestParty, createTestCase, loadTestList } from '../testing.ts'
import { screenMembers } from './screen-members.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const listOf = async (memberId: string) =>
  (await listCases(testApp.app.db)).filter((one) => one.memberId === memberId)

test('A member is screened after the sign-up, and again after another name or a new list', async () => {
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
    'update member set first_name = $2, last_name = $3, profile_version = profile_version + 1 where id = $1',
    [member.id, firstName, lastName],
  )
  expect(await countDueMembers(app.db)).toBe(1)
  await screenMembers(app)
  expect(await listOf(member.id)).toMatchObject([
    { status: 'open', source: 'un', score: 100, party: { id: party.id } },
  ])
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
