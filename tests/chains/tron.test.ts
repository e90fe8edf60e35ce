import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeTronAddress, encodeTronAddress } from '../../src/lib/addresses.ts'
import type {
  ChainProvider,
  WatchTarget,
} from '../../src/modules/chains/adapters/chain-provider.ts'
import { createTronRpc, TRON_MAINNET } from '../../src/modules/chains/adapters/tron-rpc.ts'
import { createTronGrid } from '../../src/modules/chains/adapters/trongrid.ts'
import {
  type Anvil,
  CHAIN_ID,
  encodeAddress,
  encodeCall,
  encodeWord,
  SELECTORS,
  startAnvil,
} from './anvil.ts'
import { startTronGridStub } from './trongrid-stub.ts'

const { usdt } = TRON_MAINNET
const FALSE_TOKEN = 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj'
const NOW = new Date('2026-11-20T12:00:00Z')
const TARGET: WatchTarget = {
  coin: 'USDT',
  address: 'TCNkawTmcQgYSU8nP8cHswT1QPjharxJr7',
  fromHeight: 100,
}

let stub: Awaited<ReturnType<typeof startTronGridStub>>
let provider: ChainProvider
let now = NOW

beforeEach(async () => {
  now = NOW
  stub = await startTronGridStub(usdt, { height: 200, at: NOW })
  provider = createTronGrid({
    name: 'trongrid:stub',
    base: stub.base,
    key: 'a-key',
    usdt,
    clock: { now: () => now },
  })
  return () => stub.stop()
})

const pay = (value: string, more: Partial<Parameters<typeof stub.add>[0]> = {}) =>
  stub.add({ to: TARGET.address, value, height: 150, ...more })

test('TronGrid (stub): transfers of all pages are found, and only those of USDT', async () => {
  const txids = [pay('100000000'), pay('99000000'), pay('101000000', { height: 151 })]
  pay('999000000', { token: FALSE_TOKEN })
  pay('0')
  pay('5000000', { type: 'Approval' })
  pay('7000000', { failed: true })
  pay('8000000', { height: 99 })
  const twice = stub.add(
    { to: TARGET.address, value: '9000000', height: 160, token: FALSE_TOKEN },
    { to: TARGET.address, value: '1000000', height: 160 },
    { to: TARGET.address, value: '2000000', height: 160 },
  )

  const { payments, tip, completeFrom } = await provider.observe([TARGET], null)
  expect(payments.map(({ txid, units, outputIndex }) => [txid, units, outputIndex])).toEqual([
    [txids[0], 100_000_000n, 0],
    [txids[1], 99_000_000n, 0],
    [txids[2], 101_000_000n, 0],
    [twice, 1_000_000n, 1],
    [twice, 2_000_000n, 2],
  ])
  expect(payments[0]).toMatchObject({ trace: 'log', block: { height: 150 } })
  expect(tip).toMatchObject({ height: 200, finalHeight: 200 })
  expect(completeFrom).toBe(201)
  expect(new Set(stub.requests.map(({ key }) => key))).toEqual(new Set(['a-key']))
})

test('TronGrid (stub): the next check reads from an hour before the last one', async () => {
  const { cursor } = await provider.observe([TARGET], null)
  const late = pay('3000000', { height: 190 })
  stub.requests.length = 0

  const { payments } = await provider.observe([TARGET], cursor)
  expect(payments).toMatchObject([{ txid: late }])
  const since = Number(stub.requests.at(1)?.url.searchParams.get('min_timestamp'))
  expect(NOW.getTime() - since).toBe(60 * 60_000)
})

test('TronGrid (stub): one transaction and a balance are looked up', async () => {
  const txid = pay('3000000')
  const failed = pay('3000000', { failed: true })

  expect(await provider.findPayments(txid, TARGET)).toMatchObject([{ units: 3_000_000n }])
  expect(await provider.findTransaction(failed)).toMatchObject({ failed: true, transfers: [] })
  expect(await provider.findTransaction('ab'.repeat(32))).toBeNull()
  expect(await provider.findPayments('ab'.repeat(32), TARGET)).toEqual([])
  expect(await provider.readBalance('USDT', TARGET.address)).toMatchObject({
    units: 777n,
    block: { height: 200 },
  })
  await expect(provider.readBalance('USDT', TARGET.address, 150)).rejects.toMatchObject({
    reason: 'invalid',
  })
})

test('TronGrid (stub): an old block or a refusal is no answer', async () => {
  now = new Date(NOW.getTime() + 4 * 60_000)
  await expect(provider.observe([TARGET], null)).rejects.toMatchObject({ reason: 'behind' })
  now = NOW

  for (const status of [403, 429, 503]) {
    stub.answerStatus(status)
    await expect(provider.observe([TARGET], null)).rejects.toMatchObject({ reason: 'unreachable' })
  }
})

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())

test('TRON’s JSON-RPC (an Ethereum node in its place) is read with TRON’s addresses', async () => {
  const token = encodeTronAddress(anvil.usdt)
  const rpc = createTronRpc({
    name: 'rpc:anvil',
    chainId: CHAIN_ID,
    usdt: token,
    rpc: { url: anvil.url },
    clock: { now: () => new Date() },
  })
  const target = { ...TARGET, fromHeight: (await rpc.readTip()).height + 1 }
  const { cursor } = await rpc.observe([target], null)

  const txid = await anvil.sendTransaction({
    to: anvil.usdt,
    data: encodeCall(
      SELECTORS.transfer,
      encodeAddress(decodeTronAddress(target.address)),
      encodeWord(4_000_000n),
    ),
  })
  await anvil.mine(2)

  const { payments, tip, cursor: newest } = await rpc.observe([target], cursor)
  expect(payments).toMatchObject([
    { txid: txid.slice(2), address: target.address, units: 4_000_000n, outputIndex: 0 },
  ])
  expect(await rpc.findPayments(txid.slice(2), target)).toEqual(payments)
  expect((await rpc.readBalance('USDT', target.address)).units).toBe(4_000_000n)

  await anvil.send('anvil_reorg', [2, []])
  await anvil.mine()
  const after = await rpc.observe([target], newest)
  expect(after).toMatchObject({ payments: [], completeFrom: tip.height - 1 })
  expect(await rpc.findPayments(txid.slice(2), target)).toEqual([])
})
