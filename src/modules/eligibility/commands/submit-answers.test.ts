import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listEvidence, loadEligibility } from '../queries.ts'
import { buildTestAnswers, getSampleRules, publishTestRules } from '../testing.ts'
import { submitAnswers } from './submit-answers.ts'

const RULES = getSampleRules('united-kingdom')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  const { admin: owner } = await createTestAdmin(testApp.app)
  const { admin: second } = await createTestAdmin(testApp.app, { role: 'finance' })
  await publishTestRules(testApp.app, { owner, second }, RULES)
})
afterAll(() => testApp.close())

const createBriton = async () =>
  (await createTestMember(testApp.app, { country: 'GB', phoneNumber: '+44 20 7946 0018' })).member
const submit = (member: Member, wrong: number) =>
  submitAnswers(testApp.app, member, {
    answers: buildTestAnswers(RULES, wrong),
    sessionId: 'ses_test',
  })

test('a passed attempt counts for its months', async () => {
  const member = await createBriton()
  expect(await submit(member, 1)).toMatchObject({ passed: true, right: 7, of: 8 })

  const { facts } = await loadEligibility(testApp.app.db, testApp.app, member.id)
  expect(facts.questionnaire).toEqual({ passedUntil: '2027-11-20', retakeAt: null })
})

test('a failed attempt is evidence, and is repeated after its wait, not before', async () => {
  const member = await createBriton()
  expect(await submit(member, 2)).toMatchObject({ passed: false, right: 6 })
  testApp.app.clock.advance(24 * HOUR_MS - 1)
  await expect(submit(member, 0)).rejects.toMatchObject({ code: 'retake_wait', status: 409 })

  testApp.app.clock.advance(1)
  expect((await submit(member, 0)).passed).toBe(true)
  expect((await listEvidence(testApp.app.db, member.id)).map(({ passed }) => passed)).toEqual([
    false,
    true,
  ])
})

test('two attempts at once are one attempt and one refusal', async () => {
  const member = await createBriton()
  const answers = await Promise.allSettled([submit(member, 8), submit(member, 0)])
  const failed = answers.filter(({ status }) => status === 'rejected').length
  expect((await listEvidence(testApp.app.db, member.id)).length).toBe(2 - failed)
})

test('evidence never holds a right answer that the member did not choose', async () => {
  const member = await createBriton()
  await submit(member, 0)
  const [evidence] = await listEvidence(testApp.app.db, member.id)
  expect(String(evidence?.content.shown)).toContain('"options"')
  expect(String(evidence?.content.shown)).not.toContain('"right"')
})

test('every question needs an answer, and a country without questions needs none', async () => {
  const member = await createBriton()
  await expect(
    submitAnswers(testApp.app, member, { answers: {}, sessionId: 'x' }),
  ).rejects.toMatchObject({
    code: 'answer_missing',
    also: expect.arrayContaining([{ field: 'answers.loss', message: 'Please choose an answer.' }]),
  })

  const { member: elsewhere } = await createTestMember(testApp.app)
  await expect(submit(elsewhere, 0)).rejects.toMatchObject({ code: 'no_questions' })
})
