import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Staff } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  createBitcoinSigner,
  createEthereumSigner,
  createTronSigner,
} from '../../../../tests/support/message-signers.ts'
import { listReserves } from '../queries.ts'
import { addReserveAddress } from './add-reserve-address.ts'

const { address } = createBitcoinSigner()
const btc = { coin: 'BTC', wallet: 'single_key', address } as const
const SCRIPT_ADDRESS = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const PRIVATE_KEY = 'c1ba3ce4aa2bfb2cd7e9b3d2a5b1d31ad7b0bb2e4b10ca0aa9ec5b6d8e9e0f01'

let testApp: TestApp
let finance: Staff
beforeAll(async () => {
  testApp = await createTestApp()
  finance = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const list = () => listReserves(testApp.app.db, { now: testApp.app.clock.now() })

test('Finance adds an address, which is unproved, with an audit event', async () => {
  const added = await addReserveAddress(testApp.app, finance, btc)

  expect(added).toMatchObject({ chain: 'bitcoin', place: 'hot', state: 'unproved', proof: null })
  const [event] = await listAuditEvents(testApp.app.db, { subjectId: added.id })
  expect(event).toMatchObject({ action: 'reserve-address.added', actor: { id: finance.id } })
  await expect(addReserveAddress(testApp.app, finance, btc)).rejects.toMatchObject({
    code: 'already_added',
    field: 'address',
  })
})

test('other staff roles can’t add an address', async () => {
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(addReserveAddress(testApp.app, support, btc)).rejects.toMatchObject({
    code: 'role_missing',
  })
})

test('a private key is refused as an address, and not repeated', async () => {
  const adding = addReserveAddress(testApp.app, finance, { ...btc, address: PRIVATE_KEY })
  await expect(adding).rejects.toMatchObject({ code: 'private_key', field: 'address' })
  await expect(adding).rejects.not.toThrow(PRIVATE_KEY)
})

test.each([
  ['an address of another coin', { address: createEthereumSigner().address }, 'invalid_address'],
  ['another chain', { chain: 'tron' }, 'invalid_chain'],
  ['a place without an account', { place: 'attic' }, 'unknown_place'],
  ['an address of a script as one of a single key', { address: SCRIPT_ADDRESS }, 'not_single_key'],
] as const)('%s is refused', async (_, change, code) => {
  await expect(
    addReserveAddress(testApp.app, finance, { ...btc, ...change }),
  ).rejects.toMatchObject({ code })
})

test('USDT is held on Ethereum or on TRON', async () => {
  const usdt = { coin: 'USDT', wallet: 'single_key' } as const
  const { address: tron } = createTronSigner()

  expect(
    await addReserveAddress(testApp.app, finance, { ...usdt, chain: 'tron', address: tron }),
  ).toMatchObject({ chain: 'tron', address: tron })
  expect(
    await addReserveAddress(testApp.app, finance, {
      ...usdt,
      address: createEthereumSigner().address,
    }),
  ).toMatchObject({ chain: 'ethereum' })
})

test('an address of several keys is listed as not covered', async () => {
  await addReserveAddress(testApp.app, finance, {
    coin: 'BTC',
    wallet: 'multisig',
    address: SCRIPT_ADDRESS,
  })
  expect((await list()).find(({ wallet }) => wallet === 'multisig')).toMatchObject({
    state: 'not_covered',
  })
})
