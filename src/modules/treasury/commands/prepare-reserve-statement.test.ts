import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import type { Staff } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createBitcoinSigner } from '../../../../tests/support/message-signers.ts'
import { addReserveAddress } from './add-reserve-address.ts'
import { prepareReserveStatement } from './prepare-reserve-statement.ts'

const { address } = createBitcoinSigner()
let testApp: TestApp
let finance: Staff
let id: string
beforeAll(async () => {
  testApp = await createTestApp()
  finance = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  id = (
    await addReserveAddress(testApp.app, finance, { coin: 'BTC', wallet: 'single_key', address })
  ).id
})
afterAll(() => testApp.close())

test('a statement has the domain, asset, address, date, newest block and a new nonce', async () => {
  const { app } = testApp
  const [provider] = app.chains.bitcoin
  const first = (await prepareReserveStatement(app, finance, id)).challenge?.statement ?? ''
  const tip = await provider?.readTip()

  expect(first.split('\n')).toEqual([
    'localhost:3000 controls this address.',
    'Asset: BTC on bitcoin',
    `Address: ${address}`,
    'Date: 2026-11-20',
    `Latest block: ${tip?.height} ${tip?.hash}`,
    expect.stringMatching(/^Nonce: [0-9a-f]{32}$/),
  ])

  const second = await prepareReserveStatement(app, finance, id)
  expect(second.challenge?.statement).not.toBe(first)
  expect((await listAuditEvents(app.db, { action: 'reserve-statement' }))[0]).toMatchObject({
    subjectId: id,
    actor: { id: finance.id },
  })
})

test('other staff roles can’t prepare a statement', async () => {
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(prepareReserveStatement(testApp.app, support, id)).rejects.toMatchObject({
    code: 'role_missing',
  })
})

test('without a provider there is no statement, as its block would not be known', async () => {
  await expect(
    prepareReserveStatement({ ...testApp.app, chains: NO_CHAINS }, finance, id),
  ).rejects.toMatchObject({ code: 'provider_unavailable', status: 503 })
})

test('an address that isn’t covered gets no statement', async () => {
  const contract = await addReserveAddress(testApp.app, finance, {
    coin: 'ETH',
    wallet: 'contract',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  })
  await expect(prepareReserveStatement(testApp.app, finance, contract.id)).rejects.toMatchObject({
    code: 'not_covered',
  })
})
