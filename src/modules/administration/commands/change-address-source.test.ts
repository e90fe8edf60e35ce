import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import type { AddressSourceContent } from '#modules/settings/model.ts'
import { findSourceInForce } from '#modules/settings/queries.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { carryOutAddressChange } from '../steps/apply-approved-address.ts'
import { changeAddressSource } from './change-address-source.ts'

/** From EIP 55, like the pool's, and not in the pool. */
const SAVED = '0x52908400098527886E0F7030069857D2E4169EE7'
const POOL = [
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
/** An account of a random seed. */
const OWN_KEY =
  'xpub6D3anNhuPFsyitz6c7Kgp1sS3Dcz5CReqh3Pf8CBaBxNy9PYSuKKz4869P2hbxQJccVAKAbfU5xz' +
  '7VYDBQDcubAPNZ73ADBoxvnMB4PXXYE'
const PUBLISHED_KEY =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2' +
  'fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'
const TEST_KEY =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2' +
  'JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const pool = { method: 'ETHERIUM', mode: 'pool', addresses: POOL.join('\n') } as const
const key = {
  method: 'BITCOIN',
  mode: 'xpub',
  accountKey: OWN_KEY,
  scriptType: 'p2wpkh',
  compared: true,
} as const

test('In the sandbox a pool applies at once, and all staff are mailed.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  expect(await changeAddressSource(app, owner, pool)).toBeNull()
  const source = await findSourceInForce(app.db, 'ETHERIUM', app.clock.now())
  expect(source).toMatchObject({
    mode: 'pool',
    chain: 'ethereum',
    addresses: POOL,
    by: owner.label,
  })

  for (const { email } of [owner, viewer])
    expect((await findMail(app.db, email, 'receiving-address'))?.data).toMatchObject({
      address: `Pool of 3 addresses (Ethereum), first ${POOL[0]}`,
    })
})

test('A key needs the statement that its first addresses are those of the wallet.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)

  await expect(changeAddressSource(app, owner, { ...key, compared: false })).rejects.toMatchObject({
    code: 'not_compared',
    field: 'compared',
  })
  expect(await changeAddressSource(app, owner, key)).toBeNull()
  expect(await findSourceInForce(app.db, 'BITCOIN', app.clock.now())).toMatchObject({
    accountKey: OWN_KEY,
    scriptType: 'p2wpkh',
  })
})

test('In live a new key applies a day after a second admin approves it.', async () => {
  const { admin: owner } = await createTestAdmin(testApp.app)
  const { admin: finance } = await createTestAdmin(testApp.app, { role: 'finance' })
  const app = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } }

  const before = await findSourceInForce(app.db, 'BITCOIN', app.clock.now())
  const proposal = await changeAddressSource(app, owner, { ...key, scriptType: 'p2tr' })
  expect(proposal).toMatchObject({ permission: 'receiving-address.change', subjectId: 'BITCOIN' })
  await expect(changeAddressSource(app, owner, key)).rejects.toMatchObject({
    code: 'already_proposed',
  })

  const signature = await signAsTestAdmin(testApp, finance.id, proposal?.id ?? '')
  await app.db.transaction().execute(async (tx) => {
    if (!proposal) throw new Error('no proposal')
    const agreed = { approve: true, contentHash: proposal.contentHash, signature }
    await carryOutAddressChange(app, tx, finance, await decide(tx, app, finance, proposal, agreed))
  })

  const now = app.clock.now().getTime()
  const find = (ms: number) => findSourceInForce(app.db, 'BITCOIN', new Date(now + ms))
  expect(await find(86_399_000)).toEqual(before)
  expect(await find(86_400_000)).toMatchObject({ scriptType: 'p2tr' })
})

test('Keys of test networks and published keys are refused in live.', async () => {
  const { admin: owner } = await createTestAdmin(testApp.app)
  const app = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } }
  const propose = (accountKey: string) => changeAddressSource(app, owner, { ...key, accountKey })

  await expect(propose(TEST_KEY)).rejects.toThrow('test network')
  await expect(propose(PUBLISHED_KEY)).rejects.toThrow('published')
  await expect(propose(OWN_KEY.replace('xpub', 'xprv'))).rejects.toMatchObject({
    code: 'private_key',
  })
})

test('Faulty addresses of a pool are named by their place, and duplicates too.', async () => {
  const { admin: owner } = await createTestAdmin(testApp.app)
  const set = (addresses: string) => changeAddressSource(testApp.app, owner, { ...pool, addresses })

  const faulty = [POOL[0], `${POOL[1]?.slice(0, -1)}a`, POOL[0]].join(', ')
  await expect(set(faulty)).rejects.toMatchObject({
    field: 'addresses',
    message: expect.stringMatching(/^Address 2: .*checksum.* Address 3 is listed twice\.$/),
  })
  await expect(set(' ')).rejects.toThrow('at least one')
  await expect(set('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).rejects.toThrow('Address 1')
})

test('An address that a member has saved for withdrawals is refused.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { member } = await createTestMember(app)
  await saveWallets(app, member, { usdt: SAVED })

  const addresses = [POOL[0], SAVED].join(' ')
  await expect(changeAddressSource(app, owner, { ...pool, addresses })).rejects.toMatchObject({
    code: 'invalid_address',
    field: 'addresses',
  })
})

test('USDT takes a pool on TRON, and a caller other than an owner is rejected.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  const tron = {
    method: 'USDT',
    mode: 'pool',
    chain: 'tron',
    addresses: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  } as const

  await expect(changeAddressSource(app, finance, tron)).rejects.toMatchObject({
    code: 'role_missing',
  })
  expect(await changeAddressSource(app, owner, tron)).toBeNull()
  await expect(changeAddressSource(app, owner, { ...pool, chain: 'tron' })).rejects.toMatchObject({
    field: 'chain',
  })
})

test('In live the database takes no source without an approval of exactly it, used once, at least a day later.', async () => {
  // in live the database goes by its own clock
  const own = await createTestApp({ at: new Date().toISOString() })
  const { admin: owner } = await createTestAdmin(own.app)
  const { admin: finance } = await createTestAdmin(own.app, { role: 'finance' })
  await own.database.owner.query('select approvals.set_live()')
  const app = { ...own.app, config: { ...own.app.config, MODE: 'live' as const } }

  const store = (
    { addresses, method }: Pick<AddressSourceContent, 'addresses' | 'method'>,
    approval: string | null,
  ) =>
    own.database.pool
      .query(
        `insert into address_source (id, method, mode, chain, addresses, effective_from, changed_by,
          changed_at, approval_id) values ($1, $2, 'pool', 'ethereum', $3, '2026-01-01', 'x',
          '2026-01-01', $4) returning effective_from`,
        [createId('asr'), method, addresses, approval],
      )
      .then(
        ({ rows }) => rows[0].effective_from as Date,
        ({ message }) => String(message),
      )

  const exact = { method: 'ETHERIUM', addresses: POOL } as const
  expect(await store(exact, null)).toMatch('two admins')
  const proposal = await changeAddressSource(app, owner, pool)
  const { id = '', contentHash = '' } = proposal ?? {}
  expect(await store(exact, id), 'proposed').toMatch('two admins')

  const signature = await signAsTestAdmin(own, finance.id, id)
  await app.db.transaction().execute(async (tx) => {
    if (!proposal) throw new Error('no proposal')
    await decide(tx, app, finance, proposal, { approve: true, contentHash, signature })
  })
  const fewer = { ...exact, addresses: POOL.slice(1) }
  expect(await store(fewer, id), 'other addresses').toMatch('two admins')
  expect(await store({ ...exact, method: 'USDT' }, id), 'another method').toMatch('two admins')
  const from = await store(exact, id)
  expect(Number(from)).toBeGreaterThan(Date.now() + 86_000_000)
  expect(await store(exact, id), 'used before').toMatch('unique')

  const { pool: connection } = own.database
  await expect(connection.query('delete from address_source')).rejects.toThrow('permission denied')
  await expect(
    connection.query("insert into pool_address select id, 'x', 1 from address_source"),
  ).rejects.toThrow('permission denied')
  await own.close()
})
