import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPoolAddresses } from '#modules/chains/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findSourceInForce } from '#modules/settings/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { changeAddressSource } from './change-address-source.ts'
import { retirePoolAddress } from './retire-pool-address.ts'

const POOL = [
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
] as const

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A retired address stays listed, is retired once, and only an owner retires it.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  await changeAddressSource(app, owner, {
    method: 'ETHERIUM',
    mode: 'pool',
    addresses: POOL.join(' '),
  })

  const { id: sourceId = '' } = (await findSourceInForce(app.db, 'ETHERIUM', app.clock.now())) ?? {}
  const retired = { sourceId, address: POOL[0] }
  await expect(retirePoolAddress(app, finance, retired)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await retirePoolAddress(app, owner, retired)
  expect((await listPoolAddresses(app, sourceId)).map(({ state }) => state)).toEqual([
    'retired',
    'free',
  ])
  await expect(retirePoolAddress(app, owner, retired)).rejects.toMatchObject({ status: 404 })

  const restore = 'update pool_address set retired_at = null, retired_by = null'
  await expect(testApp.database.pool.query(restore)).rejects.toThrow('retired once')
})
