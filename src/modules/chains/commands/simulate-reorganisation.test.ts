import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findTestTransaction, payTestAddress } from '../testing.ts'
import { simulateBlocks } from './simulate-blocks.ts'
import { simulateReorganisation } from './simulate-reorganisation.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

test('A reorganisation replaces blocks by one more; their transactions wait again', async () => {
  await simulateBlocks(app, 'ethereum', 20)
  const txid = await payTestAddress(app, { coin: 'ETH' })
  await simulateBlocks(app, 'ethereum', 2)
  const before = await app.chains.ethereum[0]?.readTip()

  await simulateReorganisation(app, 'ethereum', 2)
  const after = await app.chains.ethereum[0]?.readTip()
  expect(after?.height).toBe((before?.height ?? 0) + 1)
  expect(after?.hash).not.toBe(before?.hash)
  expect(await findTestTransaction(app, txid, 'ethereum')).toMatchObject({ block: null })
})

test('A final block does not change', async () => {
  await expect(simulateReorganisation(app, 'ethereum', 16)).rejects.toMatchObject({
    code: 'too_deep',
  })
  await expect(simulateReorganisation(app, 'bitcoin', 1)).rejects.toMatchObject({
    code: 'too_deep',
  })
})
