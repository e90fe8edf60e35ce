import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { RuleSet } from '../model.ts'
import { listCurrentRules, listReplacedRules, loadEligibility } from '../queries.ts'
import { getSampleRules } from '../testing.ts'
import { proposeRules } from './propose-rules.ts'

const EU = getSampleRules('european-union')
const TODAY = '2026-11-20'

let testApp: TestApp
let ruth: Admin
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ruth = (await createTestAdmin(testApp.app)).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const propose = (rules: RuleSet, effectiveFrom = testApp.app.clock.today(), app = testApp.app) =>
  proposeRules(app, ruth, { rules: JSON.stringify(rules), effectiveFrom })
const approve = ({ id, contentHash }: Awaited<ReturnType<typeof propose>>) =>
  decideProposal(testApp.app, ines, { id, approve: true, contentHash })
const listCurrent = () => listCurrentRules(testApp.app.db, testApp.app.clock.today())
const live = () => ({ ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } })

test('rules apply from their day, by two admins; the newest version of a key counts', async () => {
  const { member } = await createTestMember(testApp.app)
  const find = async () =>
    (await loadEligibility(testApp.app.db, testApp.app, member.id)).applied.rules

  await approve(await propose(EU, '2026-11-21'))
  expect((await find()).key).toBe('default')

  testApp.app.clock.advance(DAY_MS)
  expect(await find()).toMatchObject({ key: 'european-union', version: 1 })

  await approve(await propose({ ...EU, version: 2, countries: ['FR'] }))
  expect((await find()).key).toBe('default')

  await approve(await propose({ ...EU, version: 3 }))
  expect(await find()).toMatchObject({ version: 3 })
  expect(await listCurrent()).toHaveLength(1)
  const { db, clock } = testApp.app
  expect((await listReplacedRules(db, clock.today())).rules).toHaveLength(2)
})

test('a proposal that is approved after its day applies from the day of the approval', async () => {
  const proposal = await propose({ ...EU, key: 'late' })
  testApp.app.clock.advance(DAY_MS)
  await approve(proposal)
  const published = (await listCurrent()).find(({ rules }) => rules.key === 'late')
  expect(published?.effectiveFrom).toBe(testApp.app.clock.today())
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /isn’t JSON/],
  ['another format', JSON.stringify({ ...EU, format: 'x' }), /^format: /],
  ['an unknown country', JSON.stringify({ ...EU, countries: ['XX'] }), /^countries\.0: no country/],
  [
    'an operation without a row',
    JSON.stringify({ ...EU, operations: { ...EU.operations, refer: undefined } }),
    /^operations\.refer: /,
  ],
])('%s is refused, and the field is named', async (_, rules, message) => {
  await expect(
    proposeRules(testApp.app, ruth, { rules: String(rules), effectiveFrom: TODAY }),
  ).rejects.toMatchObject({
    code: 'invalid_rules',
    status: 422,
    field: 'rules',
    message: expect.stringMatching(message),
  })
})

test('an old version, a second proposal, a past day and another role are refused', async () => {
  await expect(propose({ ...EU, version: 3 })).rejects.toMatchObject({ code: 'rules_not_newer' })
  await propose({ ...EU, key: 'open' })
  await expect(propose({ ...EU, key: 'open', version: 2 })).rejects.toMatchObject({
    code: 'already_proposed',
  })
  await expect(propose({ ...EU, key: 'past' }, '2026-11-19')).rejects.toMatchObject({
    code: 'effective_too_early',
    field: 'effectiveFrom',
  })
  await expect(
    proposeRules(testApp.app, ines, { rules: JSON.stringify(EU), effectiveFrom: TODAY }),
  ).rejects.toMatchObject({ code: 'role_missing' })
})

test('in live a whole day passes first, and a change of withdrawals is dated 30 days ahead or later', async () => {
  const { clock } = testApp.app
  const inDays = (days: number) =>
    new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const stricter = {
    ...EU,
    key: 'stricter',
    operations: {
      ...EU.operations,
      withdraw: { allowed: true, levels: [], needs: ['category' as const] },
    },
  }

  await expect(propose({ ...EU, key: 'soon' }, inDays(1), live())).rejects.toMatchObject({
    code: 'effective_too_early',
  })
  await propose({ ...EU, key: 'soon' }, inDays(2), live())
  await expect(propose(stricter, inDays(29), live())).rejects.toMatchObject({
    code: 'withdrawal_period',
    status: 422,
    message: expect.stringMatching(/a declaration of which kind of investor you are/),
  })
  const proposal = await propose(stricter, inDays(30), live())
  const day = inDays(30)
  clock.advance(DAY_MS)
  await approve(proposal)
  const published = (await listCurrent()).find(({ rules }) => rules.key === 'stricter')
  expect(published?.effectiveFrom).toBe(day)
})

test('the database accepts no rules without two admins’ approval, and changes none', async () => {
  const { owner } = testApp.database
  const text = JSON.stringify({ ...EU, version: 99 })
  const insert = `insert into rule_set (id, key, version, name, content, content_sha256, countries,
    sample, effective_from, approval_id, published_by, published_at)
    select 'rus_' || repeat('0', 20), key, 99, name, $1::text,
      encode(sha256(convert_to($1, 'UTF8')), 'hex'), countries, sample, $3::date, $2, 'adm_x', now()
    from rule_set where key = 'european-union' and version = 3`

  const rejected = await propose({ ...EU, key: 'european-union', version: 99 })
  const { id, contentHash } = rejected
  await decideProposal(testApp.app, ines, {
    id,
    approve: false,
    contentHash,
    reason: 'Not checked by a lawyer.',
  })
  for (const approval of ['prp_none', id])
    await expect(owner.query(insert, [text, approval, testApp.app.clock.today()])).rejects.toThrow(
      /approval of two admins/,
    )
  await expect(owner.query('update rule_set set sample = false')).rejects.toThrow(/append-only/)
})
