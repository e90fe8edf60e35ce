import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { SAMPLE_ADDRESSES } from '#modules/settings/model.ts'
import { setReceivingAddress } from '#modules/settings/steps/set-receiving-address.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listWallets } from '../queries.ts'
import { OTHER_ADDRESS, TEST_ADDRESS, TEST_BITCOIN } from '../testing.ts'
import { saveWallets } from './save-wallets.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const readMainAddresses = async (memberId: string) =>
  Object.fromEntries(
    (await listWallets(testApp.app.db, memberId)).map((wallet) => [wallet.coin, wallet.address]),
  )

test('one address per coin is stored in canonical spelling, and the member is mailed', async () => {
  const { member } = await createTestMember(testApp.app)
  await saveWallets(testApp.app, member, {
    bitcoin: TEST_BITCOIN.toUpperCase(),
    usdt: TEST_ADDRESS.toLowerCase(),
  })

  expect(await readMainAddresses(member.id)).toEqual({ BTC: TEST_BITCOIN, USDT: TEST_ADDRESS })

  const mail = await findMail(testApp.app.db, member.email, 'wallet-changed')
  expect(mail?.data.changes).toHaveLength(2)
})

test('a changed address has its own cool-down; the others stay, and the same one again changes nothing', async () => {
  const { member } = await createTestMember(testApp.app)
  const [before] = await saveWallets(testApp.app, member, {
    usdt: TEST_ADDRESS,
    bitcoin: TEST_BITCOIN,
  })

  testApp.app.clock.advance(3_600_000)
  await saveWallets(testApp.app, member, { usdt: OTHER_ADDRESS })

  expect(await readMainAddresses(member.id)).toEqual({ BTC: TEST_BITCOIN, USDT: OTHER_ADDRESS })

  const after = await listWallets(testApp.app.db, member.id)
  expect(after.find((wallet) => wallet.coin === 'USDT')?.createdAt).toEqual(testApp.app.clock.now())

  await saveWallets(testApp.app, member, { usdt: OTHER_ADDRESS, bitcoin: TEST_BITCOIN })
  expect(
    (await listWallets(testApp.app.db, member.id)).find((wallet) => wallet.coin === 'BTC')?.id,
  ).toBe(before?.id)
})

test('a removed address is gone, but one has to remain', async () => {
  const { member } = await createTestMember(testApp.app)
  await saveWallets(testApp.app, member, { usdt: TEST_ADDRESS, bitcoin: TEST_BITCOIN })
  await saveWallets(testApp.app, member, { bitcoin: '' })

  expect(await readMainAddresses(member.id)).toEqual({ USDT: TEST_ADDRESS })
  await expect(saveWallets(testApp.app, member, { usdt: ' ' })).rejects.toThrow(
    'at least one wallet address',
  )
  expect(await readMainAddresses(member.id)).toEqual({ USDT: TEST_ADDRESS })
})

test('a mistyped address changes none of them and says which it was', async () => {
  const { member } = await createTestMember(testApp.app)
  await expect(
    saveWallets(testApp.app, member, {
      usdt: TEST_ADDRESS,
      bitcoin: `${TEST_BITCOIN.slice(0, -1)}5`,
    }),
  ).rejects.toMatchObject({ code: 'invalid_address', field: 'bitcoin', status: 400 })

  expect(await readMainAddresses(member.id)).toEqual({})
})

test('an address of the operator is rejected in every spelling and for every coin', async () => {
  const { member } = await createTestMember(testApp.app)
  const changed = {
    by: 'Ruth',
    at: testApp.app.clock.now(),
    effectiveFrom: new Date('2027-01-01T00:00:00Z'),
  }

  const named = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
  await testApp.app.db
    .transaction()
    .execute((tx) => setReceivingAddress(tx, testApp.app.config, 'USDT', named, changed))

  const sample = SAMPLE_ADDRESSES.BITCOIN.toUpperCase()
  const refused = saveWallets(testApp.app, member, {
    bitcoin: sample,
    ethereum: named.toLowerCase(),
  })
  const message = 'This is one of our deposit addresses. Please enter your own address.'

  await expect(refused).rejects.toMatchObject({
    code: 'invalid_address',
    status: 400,
    errors: ['bitcoin', 'ethereum'].map((field) => ({ field, message })),
  })

  expect(await readMainAddresses(member.id)).toEqual({})
})

test('an address that members were given for payments is rejected', async () => {
  const { member } = await createTestMember(testApp.app)
  await testApp.database.owner.query(
    `insert into chain_address (id, chain, coin, address, from_height, created_at, next_check_at)
      values ('adr_00000000000000000001', 'ethereum', 'ETH', $1, 0, now(), now())`,
    [OTHER_ADDRESS],
  )

  await expect(saveWallets(testApp.app, member, { ethereum: OTHER_ADDRESS })).rejects.toMatchObject(
    { code: 'invalid_address', field: 'ethereum' },
  )
  expect(await listWallets(testApp.app.db, member.id)).toEqual([])
})

test('a suspended member gets the reason, and the addresses are unchanged', async () => {
  const { member } = await createTestMember(testApp.app)
  await saveWallets(testApp.app, member, { usdt: TEST_ADDRESS })
  await testApp.database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'A payment is being checked.',
      review_on = '2026-12-01'
     where id = $1`,
    [member.id],
  )

  await expect(saveWallets(testApp.app, member, { usdt: OTHER_ADDRESS })).rejects.toMatchObject({
    code: 'suspended',
    status: 403,
  })
  expect(await readMainAddresses(member.id)).toEqual({ USDT: TEST_ADDRESS })
})
