import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createBitcoinSigner } from '../../../../tests/support/message-signers.ts'
import { listReserves } from '../queries.ts'
import { addReserveAddress } from './add-reserve-address.ts'
import { retireReserveAddress } from './retire-reserve-address.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Finance retires an address once; it is no longer listed and can be added again', async () => {
  const { app, database } = testApp
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  const { address } = createBitcoinSigner()
  const input = { coin: 'BTC', wallet: 'single_key', address } as const
  const { id } = await addReserveAddress(app, finance, input)

  await expect(retireReserveAddress(app, support, id)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await retireReserveAddress(app, finance, id)
  expect(await listReserves(app.db, { now: app.clock.now() })).toEqual([])
  expect((await listAuditEvents(app.db, { subjectId: id }))[0]).toMatchObject({
    action: 'reserve-address.retired',
  })

  await expect(retireReserveAddress(app, finance, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    database.pool.query('update reserve_address set retired_at = now() where id = $1', [id]),
  ).rejects.toThrow('retired once')
  expect(await addReserveAddress(app, finance, input)).toMatchObject({ state: 'unproved' })
})
