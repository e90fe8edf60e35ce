import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DAY_MS } from '#lib/dates.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { eraseClosed } from '#modules/portfolio/commands/erase-closed.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { DEFAULT_ACCEPTED } from '#modules/verification/model.ts'
import { findAcceptedDocuments, listErasable } from '#modules/verification/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { SHIPPED_RULES } from '../adapters/sample-rules.ts'
import type { RuleSet } from '../model.ts'
import { listEvidence } from '../queries.ts'
import { acknowledgeTestWarning, getSampleRules, publishTestRules } from '../testing.ts'

const UK = getSampleRules('united-kingdom')
const SHORT: RuleSet = {
  ...UK,
  key: 'short',
  countries: ['NG'],
  retentionYears: 1,
  documents: { identity: ['passport'], address: ['tax_letter'] },
}

let testApp: TestApp
let owner: Admin
let briton: Member
let nigerian: Member

beforeAll(async () => {
  testApp = await createTestApp()
  owner = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  const { admin: second } = await createTestAdmin(testApp.app, { role: 'finance' })
  for (const rules of [UK, SHORT]) await publishTestRules(testApp.app, { owner, second }, rules)
  const home = { country: 'GB', phoneNumber: '+44 20 7946 0018' }
  briton = (await createTestMember(testApp.app, home)).member
  const other = { country: 'NG', phoneNumber: '+234 803 123 4567' }
  nigerian = (await createTestMember(testApp.app, other)).member
  await acknowledgeTestWarning(testApp.app, briton, UK)
  await acknowledgeTestWarning(testApp.app, nigerian, SHORT)
})
afterAll(() => testApp.close())

const close = (member: Member) =>
  testApp.database.owner.query(
    `update member set status = 'closed', closed_at = $2, email = id || '@closed.invalid',
      country = 'ZZ', phone_number = '' where id = $1`,
    [member.id, testApp.app.clock.now()],
  )
const countEvidence = async (member: Member) =>
  (await listEvidence(testApp.app.db, member.id)).length

test('the documents that the rules of a country accept are asked for', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const find = ({ id }: Member) => findAcceptedDocuments(app.db, id, app.clock.today())

  expect(await find(nigerian)).toEqual(SHORT.documents)
  expect(await find(briton)).toEqual(UK.documents)
  expect(await find(member)).toEqual(DEFAULT_ACCEPTED)
  expect(SHIPPED_RULES.documents).toEqual(DEFAULT_ACCEPTED)

  await database.owner.query('alter table rule_set disable trigger all')
  const empty = JSON.stringify({ ...SHORT, documents: { identity: [], address: ['tax_letter'] } })
  const store = (content: string) =>
    database.owner.query(
      `update rule_set set content = $1,
        content_sha256 = encode(sha256(convert_to($1, 'UTF8')), 'hex')
       where key = $2`,
      [content, SHORT.key],
    )
  await store(empty)
  expect(await find(nigerian)).toEqual({ ...DEFAULT_ACCEPTED, address: ['tax_letter'] })
  await store(JSON.stringify(SHORT))
})

test('a closed account’s evidence and documents are retained by its country’s rules', async () => {
  const { app, database } = testApp
  const retention = { proofDays: 30, messageDays: 10, notificationDays: 10, identityDays: 30 }
  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'retention', retention, { by: 'adm_x', at: app.clock.now() }))
  for (const member of [briton, nigerian]) {
    await database.owner.query(
      `insert into identity_verification (id, member_id, level, provider, status, begun_at)
       values ('ver_' || substr(md5($1), 1, 20), $1, 'basic', 'desk', 'waiting_for_member', $2)`,
      [member.id, app.clock.now()],
    )
    await close(member)
  }
  const listDocuments = async () =>
    (await listErasable(app.db, app.clock.now(), app.clock.now())).map(({ memberId }) => memberId)

  app.clock.advance(31 * DAY_MS)
  await eraseClosed(app)
  expect([await countEvidence(briton), await countEvidence(nigerian)]).toEqual([1, 1])
  expect(await listDocuments()).toEqual([])

  app.clock.advance(335 * DAY_MS)
  await eraseClosed(app)
  expect([await countEvidence(briton), await countEvidence(nigerian)]).toEqual([1, 0])
  expect(await listDocuments()).toEqual([nigerian.id])

  app.clock.advance(4 * 366 * DAY_MS)
  await eraseClosed(app)
  expect(await countEvidence(briton)).toBe(0)
})

test('in live the database deletes no evidence before its rules’ retention ends', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app, {
    country: 'GB',
    phoneNumber: '+44 20 7946 0019',
  })
  await acknowledgeTestWarning(app, member, UK)
  const erase = () =>
    database.owner.query('delete from eligibility_evidence where member_id = $1', [member.id])
  const closeAt = (at: string) =>
    database.owner.query(
      `update member set status = 'closed', closed_at = $2, email = id || '@closed.invalid',
        country = 'ZZ', phone_number = '' where id = $1`,
      [member.id, at],
    )
  await database.owner.query('alter table mode disable trigger all')
  await database.owner.query("update mode set name = 'live'")
  await closeAt(new Date().toISOString())

  await expect(erase()).rejects.toThrow(/append-only/)
  await database.owner.query('alter table member disable trigger all')
  await closeAt(`${addDays(new Date().toISOString().slice(0, 10), -6 * 366)}T00:00:00Z`)
  await erase()
})
