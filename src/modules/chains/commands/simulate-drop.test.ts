import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findTestTransaction, payTestAddress } from '../testing.ts'
import { simulateDrop } from './simulate-drop.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

test('A dropped transaction is in the mempool no more, and is dropped once', async () => {
  const txid = await payTestAddress(app)
  await simulateDrop(app, 'bitcoin', txid)
  expect(await findTestTransaction(app, txid)).toBeNull()
  await expect(simulateDrop(app, 'bitcoin', txid)).rejects.toMatchObject({ code: 'not_in_mempool' })
})
