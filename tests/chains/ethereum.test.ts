import { afterAll, beforeAll, expect, test } from 'vitest'
import { toChecksumAddress } from '../../src/lib/addresses.ts'
import type { Coin } from '../../src/lib/currencies.ts'
import type {
  ChainCursor,
  ChainProvider,
  WatchTarget,
} from '../../src/modules/chains/adapters/chain-provider.ts'
import { createEthereumRpc } from '../../src/modules/chains/adapters/ethereum-rpc.ts'
import { verifyEthereumMessage } from '../../src/modules/chains/model/ethereum-messages.ts'
import { buildSafeFile } from '../../src/modules/chains/model/safe-file.ts'
import {
  type Anvil,
  CHAIN_ID,
  encodeAddress,
  encodeCall,
  encodeWord,
  SELECTORS,
  startAnvil,
  toHex,
} from './anvil.ts'

const ETHER = 10n ** 18n
const GWEI = 10n ** 9n
const clock = { now: () => new Date() }

let anvil: Anvil
let provider: ChainProvider
let addressCount = 0

beforeAll(async () => {
  anvil = await startAnvil()
  provider = openProvider()
})
afterAll(() => anvil?.stop())

const openProvider = (url = anvil.url, usdt = anvil.usdt) =>
  createEthereumRpc({ name: 'rpc:anvil', chainId: CHAIN_ID, usdt, rpc: { url }, clock })

/** Returns an address that no other test uses. */
function makeAddress(): string {
  addressCount += 1
  return toChecksumAddress(
    `0x${(0xabcdef0000n + BigInt(addressCount)).toString(16).padStart(40, '1')}`,
  )
}

const watch = async (coin: Coin, address = makeAddress()): Promise<WatchTarget> => ({
  coin,
  address,
  fromHeight: (await provider.readTip()).height + 1,
})

/** Begins to watch: later calls of the result return what is new since the last one. */
async function follow(...targets: WatchTarget[]) {
  let cursor: ChainCursor | null = null
  const observe = async () => {
    const observation = await provider.observe(targets, cursor)
    cursor = JSON.parse(JSON.stringify(observation.cursor))
    return observation
  }
  await observe()
  return observe
}

const payUsdt = (to: string, units: bigint, token = anvil.usdt) =>
  anvil.sendTransaction({
    to: token,
    data: encodeCall(SELECTORS.transfer, encodeAddress(to), encodeWord(units)),
  })
const payEther = (to: string, wei: bigint) =>
  anvil.sendTransaction({ to, value: toHex(wei), gas: toHex(21_000) })
const callSplitter = (method: 'send' | 'sendHalves' | 'sendReverted', to: string, wei: bigint) =>
  anvil.sendTransaction({
    to: anvil.splitter,
    value: toHex(wei),
    data: encodeCall(SELECTORS[method], encodeAddress(to)),
  })
const withoutPrefix = (txid: string) => txid.slice(2)

test('USDT is found by its logs: exact, short, over and twice in one block', async () => {
  const target = await watch('USDT')
  const observe = await follow(target)

  const txids = []
  for (const units of [100_000_000n, 99_000_000n, 101_500_000n, 100_000_000n])
    txids.push(withoutPrefix(await payUsdt(target.address, units)))
  expect((await observe()).payments).toEqual([])
  await anvil.mine()

  const { payments, tip, completeFrom } = await observe()
  expect(payments.map(({ units }) => units)).toEqual([
    100_000_000n,
    99_000_000n,
    101_500_000n,
    100_000_000n,
  ])
  expect(payments.map(({ txid }) => txid)).toEqual(txids)
  for (const payment of payments)
    expect(payment).toMatchObject({
      coin: 'USDT',
      outputIndex: 0,
      address: target.address,
      trace: 'log',
      replaceable: false,
      block: { height: tip.height, hash: tip.hash },
    })
  expect(completeFrom).toBe(tip.height)
  expect((await observe()).payments).toEqual([])

  expect(await provider.findPayments(txids[1] ?? '', target)).toEqual([payments[1]])
  expect((await provider.readBalance('USDT', target.address)).units).toBe(400_500_000n)
  expect((await provider.readBalance('USDT', target.address, tip.height - 1)).units).toBe(0n)
})

test('ETH is booked in gwei, what is below one is left out', async () => {
  const target = await watch('ETH')
  const observe = await follow(target)

  const txid = withoutPrefix(await payEther(target.address, ETHER / 2n + 999_999_999n))
  await payEther(target.address, GWEI - 1n)
  await anvil.mine()

  const { payments, tip } = await observe()
  expect(payments).toEqual([
    {
      coin: 'ETH',
      txid,
      outputIndex: 0,
      address: target.address,
      units: 500_000_000n,
      block: { height: tip.height, hash: tip.hash, at: tip.at },
      replaceable: false,
      trace: 'transaction',
    },
  ])
  expect(await provider.findPayments(txid, target)).toEqual(payments)
  expect((await provider.readBalance('ETH', target.address)).units).toBe(500_000_001n)
})

test('a token with the same name, a transfer of zero and a reverted one are no payment', async () => {
  const [usdt, ether] = [await watch('USDT'), await watch('ETH')]
  const falseToken = await anvil.deployUsdt()
  const contract = await watch('ETH', toChecksumAddress(falseToken))
  const observe = await follow(usdt, ether, contract)

  await payUsdt(usdt.address, 5_000_000n, falseToken)
  await anvil.sendTransaction({ to: falseToken, value: toHex(ETHER) })
  await payUsdt(usdt.address, 0n)
  const reverted = withoutPrefix(await payUsdt(usdt.address, 10n ** 18n))
  await callSplitter('sendReverted', ether.address, ETHER)
  await anvil.mine()

  expect((await observe()).payments).toEqual([])
  expect(await provider.findTransaction(reverted)).toMatchObject({ failed: true, transfers: [] })
  expect(await provider.findPayments(reverted, usdt)).toEqual([])
})

test('ether from a contract is found by the balance and traced to its call', async () => {
  const target = await watch('ETH')
  const observe = await follow(target)

  await anvil.mine(5)
  const single = withoutPrefix(await callSplitter('send', target.address, ETHER))
  await anvil.mine(3)
  const halves = withoutPrefix(await callSplitter('sendHalves', target.address, 2n * ETHER))
  await callSplitter('sendReverted', target.address, ETHER)
  const direct = withoutPrefix(await payEther(target.address, 3n * ETHER))
  await anvil.mine(12)

  const { payments } = await observe()
  const found = payments.map(({ txid, units, trace, outputIndex }) => ({
    txid,
    units,
    trace,
    outputIndex,
  }))
  const trace = 'transaction'
  expect(found).toHaveLength(4)
  expect(found).toEqual(
    expect.arrayContaining([
      { txid: single, units: 1_000_000_000n, trace, outputIndex: 1 },
      { txid: halves, units: 1_000_000_000n, trace, outputIndex: 1 },
      { txid: halves, units: 1_000_000_000n, trace, outputIndex: 2 },
      { txid: direct, units: 3_000_000_000n, trace, outputIndex: 0 },
    ]),
  )
  expect(await provider.findPayments(halves, target)).toEqual(
    payments.filter(({ txid }) => txid === halves),
  )
})

test('what an address spends neither hides nor adds a payment', async () => {
  const owner = toChecksumAddress(anvil.accounts[5] ?? '')
  const wallet = toChecksumAddress(anvil.wallet)
  const [account, contract] = [await watch('ETH', owner), await watch('ETH', wallet)]
  const observe = await follow(account, contract)

  await anvil.sendTransaction({ from: owner, to: makeAddress(), value: toHex(7n * ETHER) })
  await callSplitter('send', owner, ETHER)
  await anvil.sendTransaction({ from: owner, to: anvil.usdt, data: encodeCall('ffffffff') })
  const funded = withoutPrefix(await callSplitter('send', wallet, 5n * ETHER))
  await anvil.sendTransaction({
    to: wallet,
    data: encodeCall(SELECTORS.spend, encodeAddress(makeAddress()), encodeWord(2n * ETHER)),
  })
  await anvil.mine()

  const { payments } = await observe()
  expect(payments.map(({ address, units }) => [address, units])).toEqual([
    [owner, 1_000_000_000n],
    [wallet, 5_000_000_000n],
  ])
  expect(payments[1]?.txid).toBe(funded)

  await anvil.sendTransaction({ from: owner, to: makeAddress(), value: toHex(ETHER) })
  await anvil.sendTransaction({
    to: wallet,
    data: encodeCall(SELECTORS.spend, encodeAddress(makeAddress()), encodeWord(ETHER)),
  })
  await anvil.mine()
  expect((await observe()).payments).toEqual([])
})

test.each([1, 3])('a reorganisation of %i blocks takes payments back', async (depth) => {
  const [usdt, ether] = [await watch('USDT'), await watch('ETH')]
  const observe = await follow(usdt, ether)

  const early = withoutPrefix(await payUsdt(usdt.address, 1_000_000n))
  await anvil.mine(depth)
  if (depth > 1) await anvil.mine()
  const secondTxid = withoutPrefix(await payUsdt(usdt.address, 2_000_000n))
  await payEther(ether.address, ETHER)
  await callSplitter('send', ether.address, 2n * ETHER)
  await anvil.mine(depth)

  const before = await observe()
  expect(before.payments.map(({ units }) => units)).toEqual([
    1_000_000n,
    2_000_000n,
    1_000_000_000n,
    2_000_000_000n,
  ])

  await anvil.send('anvil_reorg', [depth, []])
  await anvil.mine()
  const after = await observe()
  expect(after.completeFrom).toBe(before.tip.height - depth + 1)
  expect(after.payments).toEqual([])
  expect(await provider.findPayments(secondTxid, usdt)).toEqual([])
  expect(await provider.findPayments(early, usdt)).toHaveLength(1)

  const again = withoutPrefix(await payUsdt(usdt.address, 2_000_000n))
  await anvil.mine()
  expect((await observe()).payments.map(({ txid, units }) => [txid, units])).toEqual([
    [again, 2_000_000n],
  ])
})

test('an address that a call left out is scanned from where it was', async () => {
  const [always, sometimes] = [await watch('USDT'), await watch('ETH')]
  const first = await provider.observe([always, sometimes], null)

  await payUsdt(always.address, 3_000_000n)
  await callSplitter('send', sometimes.address, ETHER)
  await anvil.mine(2)
  const second = await provider.observe([always], first.cursor)
  expect(second.payments).toHaveLength(1)

  await anvil.mine()
  const third = await provider.observe([always, sometimes], second.cursor)
  expect(third.payments.filter(({ coin }) => coin === 'ETH')).toHaveLength(1)
})

test('after an outage nothing is known until all blocks are read', async () => {
  const target = await watch('ETH')
  const { cursor, tip } = await provider.observe([target], null)
  await payEther(target.address, 2n * ETHER)
  await anvil.mine(150)
  await payEther(target.address, ETHER)
  await anvil.mine()

  await expect(provider.observe([target], cursor)).rejects.toMatchObject({
    reason: 'behind',
    message: 'is being read: 51 blocks are left',
  })
  expect(await provider.observe([target], cursor)).toMatchObject({
    payments: [{ units: 2_000_000_000n }, { units: 1_000_000_000n }],
    tip: { height: tip.height + 151 },
    completeFrom: tip.height + 1,
  })
})

test('a pending transaction has no block yet, and an unknown one is null', async () => {
  const target = await watch('ETH')
  const txid = withoutPrefix(await payEther(target.address, ETHER))

  expect(await provider.findTransaction(txid)).toMatchObject({
    block: null,
    failed: false,
    transfers: [{ coin: 'ETH', address: target.address, units: 1_000_000_000n, outputIndex: 0 }],
  })
  expect(await provider.findPayments(txid, target)).toMatchObject([{ block: null }])
  expect(await provider.findTransaction('ab'.repeat(32))).toBeNull()
  await anvil.mine()
  expect(await provider.findPayments(txid, target)).toMatchObject([{ block: { hash: /./ } }])
})

test('the transactions of a Safe file pay exactly its lines', async () => {
  const [usdt, ether] = [await watch('USDT'), await watch('ETH')]
  const lines = [
    { reference: 'wdr_1', coin: 'USDT' as const, address: usdt.address, units: 12_345_678n },
    { reference: 'wdr_2', coin: 'ETH' as const, address: ether.address, units: 250_000_001n },
  ]
  const file = buildSafeFile({
    name: 'Payouts',
    chainId: CHAIN_ID,
    usdt: anvil.usdt,
    safeAddress: anvil.accounts[0] ?? '',
    createdAt: new Date(),
    lines,
  })

  for (const { to, value, data } of file.transactions)
    await anvil.sendTransaction({ to, value: toHex(BigInt(value)), data: data ?? '0x' })
  await anvil.mine()

  for (const { coin, address, units } of lines)
    expect((await provider.readBalance(coin, address)).units).toBe(units)
})

test('a message that a wallet of Ethereum signed is verified', async () => {
  const [signer = ''] = anvil.accounts
  const message = 'We control this address. Größe: 1'
  const hexMessage = `0x${Buffer.from(message).toString('hex')}`
  const signature = (await anvil.send('personal_sign', [hexMessage, signer])) as string

  expect(verifyEthereumMessage(signer, message, signature)).toBe(true)
  expect(verifyEthereumMessage(signer, `${message}.`, signature)).toBe(false)
})
