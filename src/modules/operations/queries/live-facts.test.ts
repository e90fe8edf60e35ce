import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { changeReceivingAddress } from '#modules/administration/commands/change-receiving-address.ts'
import { addTestApprovalKey } from '#modules/approvals/testing.ts'
import { ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import { loadScreeningLists } from '#modules/compliance/commands/load-lists.ts'
import {
  confirmSampleRules,
  getSampleRules,
  publishTestRules,
} from '#modules/eligibility/testing.ts'
import { resetApprovalKeys } from '#modules/identity/commands/reset-approval-keys.ts'
import { addTestPasskey, createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { openSmtpServer } from '#modules/notifications/testing.ts'
import { readChecks } from '#modules/verification/commands/read-check.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { recordBackup } from '../commands/record-backup.ts'
import { formatLiveItems, isComplete } from '../model.ts'
import { LIVE_FACTS } from './live-facts.ts'
import { listLiveItems } from './live-list.ts'

let testApp: TestApp
let smtp: Awaited<ReturnType<typeof openSmtpServer>>
/** The app as a live installation sees it: everything that its settings name is there. */
let live: App

beforeAll(async () => {
  testApp = await createTestApp()
  smtp = await openSmtpServer()
  const { app } = testApp
  live = {
    ...app,
    config: {
      ...app.config,
      MODE: 'live',
      SMTP_URL: smtp.url,
      SCREENING_LISTS: [{ kind: 'un', address: '/nowhere/un.xml' }],
    },
    chains: { bitcoin: [createProvider()], ethereum: [], tron: [] },
  }
})
afterAll(async () => {
  await smtp.close()
  await testApp.close()
})

const createProvider = (problem?: string) =>
  ({
    chain: 'bitcoin',
    name: 'esplora:node.example',
    simulated: false,
    readTip: async () => {
      if (problem) throw new ChainProviderError('unreachable', problem)
      return { height: 1 }
    },
  }) as unknown as App['chains']['bitcoin'][number]

const check = (name: keyof typeof LIVE_FACTS, app = live) => LIVE_FACTS[name]?.(app)

test('Each fact that is missing is named.', async () => {
  expect(await check('admins')).toEqual([
    '0 of 2 owners or finance admins with a passkey and an active approval key',
  ])
  expect(await check('lists')).toEqual([
    "SCREENING_LISTS: the list un isn't loaded; the worker loads it at its start",
  ])
  expect(await check('methods')).toEqual([
    'no payment method has a key or receiving address in effect; two admins enter one',
  ])
  expect(await check('backup')).toEqual(['none was made; run npm run backup'])

  const silent = { ...live, chains: { ...live.chains, bitcoin: [createProvider('no answer')] } }
  expect(await check('providers', silent)).toEqual([
    'BITCOIN_PROVIDERS: esplora:node.example: no answer',
  ])
  const none = { ...live, chains: { bitcoin: [], ethereum: [], tron: [] } }
  expect(await check('providers', none)).toHaveLength(1)
  expect(
    await check('mail', { ...live, config: { ...live.config, SMTP_URL: 'smtp://127.0.0.1:1' } }),
  ).toEqual(["SMTP_URL: 127.0.0.1 doesn't accept a login over TLS (ESOCKET)"])
})

test('One admin with a passkey, a viewer, and a suspended owner are not two admins.', async () => {
  const { app, database } = testApp
  const owner = await createTestAdmin(app)
  await addTestPasskey(app, owner.admin, owner.sessionId, 'Key')
  await addTestApprovalKey(testApp, owner.admin.id)
  const viewer = await createTestAdmin(app, { role: 'viewer' })
  await addTestPasskey(app, viewer.admin, viewer.sessionId, 'Key')
  await addTestApprovalKey(testApp, viewer.admin.id)
  const gone = await createTestAdmin(app)
  await addTestPasskey(app, gone.admin, gone.sessionId, 'Key')
  await addTestApprovalKey(testApp, gone.admin.id)
  await database.owner.query(
    `update staff set suspended_at = now(), suspended_reason = 'left' where id = $1`,
    [gone.admin.id],
  )
  const onlyOne = '1 of 2 owners or finance admins with a passkey and an active approval key'
  expect(await check('admins')).toEqual([onlyOne])

  const finance = await createTestAdmin(app, { role: 'finance' })
  await addTestPasskey(app, finance.admin, finance.sessionId, 'Key')
  expect(await check('admins'), 'without an approval key').toEqual([onlyOne])
  await addTestApprovalKey(testApp, finance.admin.id)
  expect(await check('admins')).toEqual([])

  const config = { ...live.config, PUBLIC_URL: 'https://new.example' }
  expect(await LIVE_FACTS.admins?.({ ...live, config }), 'made for another address').toEqual([
    '0 of 2 owners or finance admins with a passkey and an active approval key',
  ])
})

test('A backup is a day old at most, and a method needs a provider of its own chain.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app)
  await recordBackup(app, { at: app.clock.now(), how: 'dump', bytes: 5, seq: 1n })
  expect(await check('backup')).toEqual([])
  app.clock.advance(24 * 3_600_000 + 1)
  expect(await check('backup')).toEqual(['the last one was made 24 hours ago'])
  await recordBackup(app, { at: app.clock.now(), how: 'dump', bytes: 5, seq: 1n })

  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  await changeReceivingAddress(app, admin, { method: 'ETHERIUM', address })
  expect(await check('methods')).toEqual([])
  expect(await check('providers')).toEqual([
    'ETHEREUM_PROVIDERS: an open payment method needs a provider',
  ])
})

test('Sample rules are named, those shipped for all other countries too.', async () => {
  const { app } = testApp
  const [owner, second] = [await createTestAdmin(app), await createTestAdmin(app)]
  const admins = { owner: owner.admin, second: second.admin }
  const missing = 'the rules of all other countries (*) are the sample; two admins publish yours'
  expect(await check('rules')).toEqual([missing])

  const sample = getSampleRules('united-kingdom')
  await publishTestRules(app, admins, sample)
  expect(await check('rules')).toEqual([
    `the rules ‘${sample.name}’ are a sample; two admins publish yours`,
    missing,
  ])

  await publishTestRules(app, admins, confirmSampleRules(sample, 2))
  await publishTestRules(app, admins, confirmSampleRules(getSampleRules('default'), 2))
  expect(await check('rules')).toEqual([])
})

test('Rules once published as confirmed, with the texts of a sample, are named.', async () => {
  const { owner: client } = testApp.database
  const replace = async (old: string, next: string) => {
    await client.query('alter table rule_set disable trigger rule_set_never_changes')
    await client.query(
      `update rule_set r set content = c.content,
        content_sha256 = encode(sha256(convert_to(c.content, 'UTF8')), 'hex')
      from (select id, replace(content, $1, $2) as content from rule_set) c
      where c.id = r.id and r.key = 'united-kingdom' and r.version = 2`,
      [old, next],
    )
    await client.query('alter table rule_set enable trigger rule_set_never_changes')
  }

  await replace('You deal with', 'Sample: you deal with')
  expect(await check('rules')).toEqual([
    'the rules ‘United Kingdom’ still have sample texts (texts.terms.text); two admins publish ' +
      'yours',
  ])
  await replace('Sample: you deal with', 'You deal with')
})

test('Rules that ask for verification are named where the provider is none.', async () => {
  const { app } = testApp
  const [owner, second] = [await createTestAdmin(app), await createTestAdmin(app)]
  const admins = { owner: owner.admin, second: second.admin }
  const unverified = { ...live, config: { ...live.config, IDENTITY_PROVIDER: 'none' as const } }
  const problem = (name: string) =>
    `IDENTITY_PROVIDER is none, and the rules ‘${name}’ ask for verification: publish rules ` +
    'without levels'
  const [sample, all] = [getSampleRules('united-kingdom'), getSampleRules('default')]
  expect((await check('rules', unverified))?.sort()).toEqual(
    [problem(all.name), problem(sample.name)].sort(),
  )

  for (const rules of [sample, all])
    await publishTestRules(app, admins, {
      ...confirmSampleRules(rules, 3),
      operations: Object.fromEntries(
        Object.entries(rules.operations).map(([name, rule]) => [name, { ...rule, levels: [] }]),
      ) as unknown as typeof rules.operations,
    })
  expect(await check('rules', unverified)).toEqual([])
})

test('Verifications that wait at a provider that was left are counted.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await database.owner.query(
    `insert into identity_verification (id, member_id, level, provider, status, begun_at)
      values ('ver_' || repeat('7', 20), $1, 'basic', 'sumsub', 'waiting_for_member', now())`,
    [member.id],
  )
  expect(await check('identity')).toEqual([
    expect.stringContaining('1 verifications wait at Sumsub'),
  ])
  const stays = { ...live, config: { ...live.config, IDENTITY_PROVIDER: 'sumsub' as const } }
  expect(await check('identity', stays)).toEqual([])

  await readChecks(app)
  expect(await check('identity')).toEqual([])
})

test('The list is complete when nothing is missing, and unknown without a database.', async () => {
  await loadScreeningLists(testApp.app)
  const app = {
    ...live,
    chains: { ...live.chains, ethereum: [createProvider()] },
  }
  const items = await listLiveItems(app, [])
  expect(formatLiveItems(items).filter((line) => !line.startsWith('ok'))).toEqual([])
  expect(isComplete(items)).toBe(true)

  const unknown = await listLiveItems(null, [{ requirement: 'mail', text: 'SMTP_URL: x' }])
  expect(isComplete(unknown)).toBe(false)
  expect(unknown.find(({ requirement }) => requirement === 'mail')?.state).toBe('missing')
  expect(unknown.find(({ requirement }) => requirement === 'backup')?.state).toBe('unknown')
})

test('The end of all approval keys explains missing keys until two new ones were active.', async () => {
  const { app, database } = testApp
  const explained = new RegExp(
    '^0 of 2 .* an active approval key; all approval keys were ended .*: ' +
      'The devices of both were lost\\.$',
  )
  await resetApprovalKeys(app, { reason: 'The devices of both were lost.' })
  expect(await check('admins')).toEqual([expect.stringMatching(explained)])

  app.clock.advance(8 * DAY_MS)
  expect(await check('admins'), 'no key was added').toEqual([expect.stringMatching(explained)])

  for (const role of ['owner', 'finance'] as const) {
    const { admin, sessionId } = await createTestAdmin(app, { role })
    await addTestPasskey(app, admin, sessionId, 'Key')
    await addTestApprovalKey(testApp, admin.id)
  }
  expect(await check('admins')).toEqual([])

  await database.owner.query(
    `update staff set suspended_at = now(), suspended_reason = 'left' where role = 'finance'`,
  )
  expect(await check('admins'), 'an admin left').toEqual([
    '1 of 2 owners or finance admins with a passkey and an active approval key',
  ])
})
