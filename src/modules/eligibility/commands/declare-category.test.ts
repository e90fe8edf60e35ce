import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listEvidence, loadEligibility } from '../queries.ts'
import { buildTestDeclaration, getSampleRules, publishTestRules } from '../testing.ts'
import { declareCategory } from './declare-category.ts'

const RULES = getSampleRules('european-union')
const [ORDINARY, SOPHISTICATED] = RULES.categories

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  const { admin: owner } = await createTestAdmin(testApp.app)
  const { admin: second } = await createTestAdmin(testApp.app, { role: 'finance' })
  await publishTestRules(testApp.app, { owner, second }, RULES)
})
afterAll(() => testApp.close())

const declare = (member: Member, category = ORDINARY, changed = {}) =>
  declareCategory(testApp.app, member, {
    category: category?.id ?? '',
    statements: { ...(category && buildTestDeclaration(category)), ...changed },
    sessionId: 'ses_test',
  })

test('the newest declaration counts until its last day, and each is evidence', async () => {
  const { member } = await createTestMember(testApp.app)
  await declare(member)
  await declare(member, SOPHISTICATED)

  const { facts } = await loadEligibility(testApp.app.db, testApp.app, member.id)
  expect(facts.category).toEqual({ id: 'sophisticated', version: '1', expiresOn: '2028-11-20' })
  const evidence = await listEvidence(testApp.app.db, member.id)
  expect(evidence.map(({ textId }) => textId)).toEqual(['non_sophisticated', 'sophisticated'])
  expect(evidence[0]?.content.answered).toMatchObject({
    statements: [{ id: 'net_worth', answer: '50000' }, { answer: 'ticked' }, { answer: 'ticked' }],
  })
})

test('a category the rules don’t have and an unticked statement are refused', async () => {
  const { member } = await createTestMember(testApp.app)

  await expect(
    declareCategory(testApp.app, member, { category: 'king', statements: {}, sessionId: 'x' }),
  ).rejects.toMatchObject({ code: 'unknown_category', field: 'category' })
  await expect(declare(member, ORDINARY, { risk: '' })).rejects.toMatchObject({
    code: 'declaration_incomplete',
    also: [{ field: 'statements.risk', message: 'Please tick this if it is true.' }],
  })
  await expect(declare(member, ORDINARY, { net_worth: '' })).rejects.toMatchObject({
    also: [{ field: 'statements.net_worth', message: 'Please enter an amount in dollars.' }],
  })
  expect(await listEvidence(testApp.app.db, member.id)).toEqual([])
})

test('evidence is never changed, and deleted only with its closed account', async () => {
  const { member } = await createTestMember(testApp.app)
  await declare(member)
  const { owner } = testApp.database

  await expect(owner.query('update eligibility_evidence set passed = passed')).rejects.toThrow(
    /append-only/,
  )
  await expect(owner.query('delete from eligibility_evidence')).rejects.toThrow(/append-only/)
})
