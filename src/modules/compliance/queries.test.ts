import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { confirmMatch } from './commands/confirm-match.ts'
import { screenMembers } from './commands/screen-members.ts'
import { listCases } from './queries.ts'
import { buildTestParty, createTestCase, loadTestList } from './testing.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('The cases of a member stand together, and members with an open case stand first.', async () => {
  const { app } = testApp
  const several = await createTestCase(app)
  const single = await createTestCase(app)
  const decided = await createTestCase(app)
  const { names } = several.party
  await loadTestList(app, [buildTestParty({ names })], 'eu')
  await loadTestList(app, [buildTestParty({ names })], 'uk')
  await screenMembers(app)

  const { admin } = await createTestAdmin(app, { role: 'support' })
  const reason = 'Same name and date of birth, by the passport.'
  await confirmMatch(app, admin, { caseId: several.found.id, reason })
  await confirmMatch(app, admin, { caseId: decided.found.id, reason })

  const owners = (await listCases(app.db)).map(({ memberId, status }) => [memberId, status])
  expect(owners).toEqual([
    [several.member.id, 'open'],
    [several.member.id, 'open'],
    [several.member.id, 'true_match'],
    [single.member.id, 'open'],
    [decided.member.id, 'true_match'],
  ])
})
