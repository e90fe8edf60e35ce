import { afterAll, beforeEach, expect, test } from 'vitest'
import { addDays, DAY_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose as proposeContent } from '#modules/approvals/steps/propose.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { proposeRules } from '../commands/propose-rules.ts'
import { listOperationChanges, RULES_PERMISSION, type RuleSet, toRulesContent } from '../model.ts'
import { toEligibilityResponse } from '../presenters/eligibility.ts'
import {
  findStricterCountries,
  hashShown,
  listComingRules,
  listCurrentRules,
  loadEligibility,
} from '../queries.ts'
import { getSampleRules } from '../testing.ts'
import { publishRules } from './publish-rules.ts'

const BASE: RuleSet = { ...getSampleRules('default'), sandbox: 'as_written', countries: ['DE'] }
const STRICT: RuleSet = {
  ...BASE,
  operations: { ...BASE.operations, withdraw: { allowed: true, levels: [], needs: ['warning'] } },
}

let testApp: TestApp
let live: App
let owner: Admin
let ines: Admin

beforeEach(async () => {
  await testApp?.close()
  testApp = await createTestApp()
  owner = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } }
})
afterAll(() => testApp.close())

/** Lets the database hold rules to what it holds them to in live. */
async function setLive() {
  await testApp.database.owner.query('alter table mode disable trigger all')
  await testApp.database.owner.query("update mode set name = 'live'")
}

const inDays = (days: number) => addDays(testApp.app.clock.today(), days)
const listCurrent = () => listCurrentRules(testApp.app.db, testApp.app.clock.today())
const propose = (app: App, rules: RuleSet, effectiveFrom: string) =>
  proposeRules(app, owner, { rules: JSON.stringify(rules), effectiveFrom })
const approve = (app: App, proposal: Awaited<ReturnType<typeof propose>>) =>
  runInTransaction(app.db, async (tx) => {
    const { contentHash } = proposal
    const signature = await signAsTestAdmin(testApp, ines.id, proposal.id)
    await publishRules(
      app,
      tx,
      ines,
      await decide(tx, app, ines, proposal, { approve: true, contentHash, signature }),
    )
  })
const publish = async (app: App, rules: RuleSet, days: number) =>
  await approve(app, await propose(app, rules, inDays(days)))

const PERIOD = { code: 'withdrawal_period', status: 422, field: 'effectiveFrom' }

test('stricter withdrawals wait 30 days in rules of another key too, and the country is named', async () => {
  await publish(live, { ...BASE, key: 'one' }, 2)

  await expect(propose(live, { ...STRICT, key: 'two' }, inDays(29))).rejects.toMatchObject({
    ...PERIOD,
    message: expect.stringMatching(/in Germany: confirming that you have read the risk warning/),
  })
  await propose(live, { ...STRICT, key: 'two' }, inDays(30))
})

test('a country that comes from other rules, or falls back to those of every country, waits 30 days too', async () => {
  await publish(live, { ...STRICT, key: 'strict', countries: ['FR'] }, 30)
  await publish(live, { ...BASE, key: 'base', countries: ['DE'] }, 2)
  testApp.app.clock.advance(31 * DAY_MS)

  const moved = { ...STRICT, key: 'strict', version: 2, countries: ['FR', 'DE'] }
  await expect(propose(live, moved, inDays(2))).rejects.toMatchObject(PERIOD)

  await publish(live, { ...STRICT, key: 'everywhere', countries: ['*'] }, 30)
  testApp.app.clock.advance(31 * DAY_MS)
  await expect(
    propose(live, { ...BASE, key: 'base', version: 2, countries: [] }, inDays(2)),
  ).rejects.toMatchObject(PERIOD)
})

test('rules that require less of a withdrawal, or the same, apply after a day', async () => {
  await publish(live, { ...STRICT, key: 'one' }, 30)
  testApp.app.clock.advance(31 * DAY_MS)

  await publish(live, { ...STRICT, key: 'one', version: 2, name: 'Germany' }, 2)
  const less = { ...BASE.operations, withdraw: { allowed: true, levels: [], needs: [] } }
  await publish(live, { ...BASE, key: 'two', operations: less }, 3)
})

test('a document no longer accepted waits 30 days, one more is accepted after a day', async () => {
  await publish(live, { ...BASE, key: 'one' }, 2)
  const accept = (version: number, ...address: string[]) => ({
    ...BASE,
    key: 'one',
    version,
    documents: { ...BASE.documents, address },
  })

  await expect(propose(live, accept(2, 'tax_letter'), inDays(29))).rejects.toMatchObject({
    ...PERIOD,
    message: expect.stringContaining('only tax letter as a proof of address'),
  })
  await publish(live, accept(2, ...BASE.documents.address, 'rent_contract'), 2)
})

test('members have 30 days from the approval, however long a second admin takes', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app, { country: 'DE' })
  await publish(app, { ...BASE, key: 'one' }, 0)
  const proposal = await propose(live, { ...STRICT, key: 'two' }, inDays(30))
  app.clock.advance(2 * DAY_MS)
  await setLive()
  await approve(live, proposal)

  const published = (await listCurrent()).find(({ rules }) => rules.key === 'two')
  expect(published?.effectiveFrom).toBe(inDays(30))
  expect(await findMail(app.db, member.email, 'withdrawal-rules')).toMatchObject({
    data: { effectiveFrom: inDays(30) },
  })
})

test('of two proposals at the same time, the second is compared with the first', async () => {
  const less = { ...BASE.operations, withdraw: { allowed: true, levels: [], needs: [] } }
  const first = await propose(live, { ...BASE, key: 'one', operations: less }, inDays(2))
  const second = await propose(live, { ...BASE, key: 'two' }, inDays(2))
  await approve(live, first)

  await approve(live, second)
  const published = (await listCurrent()).find(({ rules }) => rules.key === 'two')
  expect(published?.effectiveFrom).toBe(inDays(30))
})

test('the database refuses stricter withdrawals without notice, whatever the server says', async () => {
  await publish(testApp.app, { ...BASE, key: 'one' }, 2)
  const early = await propose(testApp.app, { ...STRICT, key: 'two' }, inDays(30))
  const removed = { ...BASE, key: 'one', version: 2, countries: [] }
  const same = await propose(testApp.app, removed, inDays(4))
  testApp.app.clock.advance(DAY_MS)
  await setLive()

  await expect(approve(testApp.app, early)).rejects.toThrow(/30 days after their approval/)
  await approve(testApp.app, same)
})

test('the database refuses rules that end withdrawals, whatever the server says', async () => {
  const rules = {
    ...BASE,
    key: 'end',
    operations: { ...BASE.operations, withdraw: { allowed: false, levels: [], needs: [] } },
  }
  const text = JSON.stringify(rules)
  const proposal = await runInTransaction(testApp.app.db, (tx) =>
    proposeContent(tx, testApp.app, owner, {
      permission: RULES_PERMISSION,
      subjectId: rules.key,
      content: toRulesContent(rules, {
        text,
        sha256: hashShown(text),
        effectiveFrom: inDays(60),
      }),
    }),
  )

  await expect(approve(testApp.app, proposal)).rejects.toThrow(/can not end withdrawals/)
})

/** Each with what applies before it, by key, and whether a withdrawal requires more. */
const CHANGES: [string, before: RuleSet[], after: RuleSet, stricter: string[]][] = [
  ['the same', [{ ...BASE, key: 'one' }], { ...BASE, key: 'two' }, []],
  ['a need', [{ ...BASE, key: 'one' }], { ...STRICT, key: 'two' }, ['DE']],
  [
    'a need of a country in a larger set',
    [{ ...BASE, key: 'one' }],
    { ...STRICT, key: 'one', version: 2, countries: ['*'] },
    ['DE', 'ZZ'],
  ],
  [
    'a need elsewhere',
    [{ ...BASE, key: 'one' }],
    { ...STRICT, key: 'two', countries: ['*'] },
    ['ZZ'],
  ],
  [
    'no need',
    [{ ...STRICT, key: 'one' }],
    {
      ...BASE,
      key: 'one',
      version: 2,
      operations: { ...BASE.operations, withdraw: { allowed: true, levels: [], needs: [] } },
    },
    [],
  ],
  [
    'another warning',
    [{ ...STRICT, key: 'one' }],
    {
      ...STRICT,
      key: 'one',
      version: 2,
      texts: { ...STRICT.texts, riskWarning: { ...STRICT.texts.riskWarning, version: '9' } },
    },
    ['DE'],
  ],
  [
    'a limit',
    [{ ...BASE, key: 'one' }],
    { ...BASE, key: 'one', version: 2, limits: [{ operation: 'withdraw', cents: '1', days: 1 }] },
    ['DE'],
  ],
  [
    'a raised limit',
    [{ ...BASE, key: 'one', limits: [{ operation: 'withdraw', cents: '1', days: 30 }] }],
    {
      ...BASE,
      key: 'one',
      version: 2,
      limits: [{ operation: 'withdraw', cents: '2', days: 7 }],
    },
    [],
  ],
  [
    'a kind of document less',
    [{ ...BASE, key: 'one' }],
    { ...BASE, key: 'one', version: 2, documents: { ...BASE.documents, identity: ['passport'] } },
    ['DE'],
  ],
  [
    'a country that falls back',
    [
      { ...STRICT, key: 'all', countries: ['*'] },
      { ...BASE, key: 'one' },
    ],
    { ...BASE, key: 'one', version: 2, countries: [] },
    ['DE'],
  ],
]

test.each(CHANGES)(
  'the database and the server agree on %s',
  async (_, before, after, stricter) => {
    for (const rules of before) await publish(testApp.app, rules, 0)
    const { app } = testApp
    const [from, until] = [inDays(2), inDays(30)]
    const { rows } = await testApp.database.owner.query(
      `select find_stricter_country(
        jsonb_populate_record(null::rule_set, $1::jsonb), $2::date) as country`,
      [
        JSON.stringify({
          id: createId('rus'),
          key: after.key,
          version: after.version,
          content: JSON.stringify(after),
          countries: after.countries,
          effective_from: from,
        }),
        until,
      ],
    )
    const found = await findStricterCountries(app.db, { rules: after, effectiveFrom: from }, until)

    expect(found.map(({ country }) => country).sort()).toEqual(stricter)
    expect(rows[0]?.country ?? null).toBe(stricter[0] ?? null)
    expect(
      await findStricterCountries(app.db, { rules: after, effectiveFrom: until }, until),
    ).toEqual([])
  },
)

test('members read what follows from which day, and are mailed once', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app, { country: 'DE' })
  const { member: other } = await createTestMember(app, {
    country: 'NG',
    phoneNumber: '+234 803 123 4567',
  })
  await publish(app, { ...BASE, key: 'one' }, 0)
  await publish(app, { ...STRICT, key: 'two' }, 30)

  const eligibility = await loadEligibility(app.db, app, member.id)
  const coming = await listComingRules(app.db, app, eligibility)
  expect(toEligibilityResponse(eligibility, app, coming).coming).toMatchObject([
    {
      effectiveFrom: inDays(30),
      changes: [
        {
          operation: 'withdraw',
          added: ['confirming that you have read the risk warning'],
          removed: ['verification level Full'],
        },
      ],
    },
  ])
  expect(await findMail(app.db, member.email, 'withdrawal-rules')).toMatchObject({
    data: { effectiveFrom: inDays(30), added: ['confirming that you have read the risk warning'] },
  })
  expect(await findMail(app.db, other.email, 'withdrawal-rules')).toBeNull()

  const passports = {
    ...BASE,
    key: 'two',
    version: 2,
    documents: { ...BASE.documents, identity: ['passport'] },
  }
  await publish(app, { ...passports, operations: BASE.operations }, 31)
  const [, next] = await listComingRules(app.db, app, eligibility)
  const changes =
    next && listOperationChanges({ ...passports, documents: BASE.documents }, next.rules)
  expect(changes?.map(({ operation }) => operation)).toEqual(['deposit', 'invest', 'withdraw'])
  expect(changes?.[2]).toMatchObject({
    added: ['passport as an identity document'],
    removed: ['passport, identity card or driving licence as an identity document'],
  })

  const untouched = await loadEligibility(app.db, app, other.id)
  expect(await listComingRules(app.db, app, untouched)).toEqual([])
  expect(await listCurrent()).toHaveLength(3)
})
