import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { payTestAddress } from '../testing.ts'
import { mineWaitingBlocks, simulateBlocks } from './simulate-blocks.ts'

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

const readHeight = async () => (await app.chains.bitcoin[0]?.readTip())?.height

test('Blocks are mined automatically while a payment waits for confirmations, and no longer', async () => {
  await mineWaitingBlocks(app)
  expect(await readHeight()).toBe(0)

  await payTestAddress(app)
  await mineWaitingBlocks(app)
  expect(await readHeight()).toBe(0)

  const heights: (number | undefined)[] = []
  for (let round = 0; round < 9; round++) {
    app.clock.advance(20_000)
    await mineWaitingBlocks(app)
    heights.push(await readHeight())
  }
  expect(heights).toEqual([1, 2, 3, 4, 5, 6, 6, 6, 6])
})

test('At most a hundred blocks are mined at once', async () => {
  await expect(simulateBlocks(app, 'bitcoin', 101)).rejects.toThrow('1 to 100 blocks')
  await expect(simulateBlocks(app, 'bitcoin', 0)).rejects.toThrow('1 to 100 blocks')
})
