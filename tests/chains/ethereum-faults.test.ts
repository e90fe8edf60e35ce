import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toChecksumAddress } from '../../src/lib/addresses.ts'
import type { Coin } from '../../src/lib/currencies.ts'
import type {
  ChainCursor,
  ChainProvider,
  WatchTarget,
} from '../../src/modules/chains/adapters/chain-provider.ts'
import { createEthereumRpc } from '../../src/modules/chains/adapters/ethereum-rpc.ts'
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
import { type Fault, startFaultyNode } from './faulty-node.ts'

const ETHER = 10n ** 18n

let anvil: Anvil
let node: Awaited<ReturnType<typeof startFaultyNode>>
let provider: ChainProvider
let offsetMs = 0
let addressCount = 0

const clock = { now: () => new Date(Date.now() + offsetMs) }
const open = (chainId = CHAIN_ID, timeoutMs = 30_000) =>
  createEthereumRpc({
    name: 'rpc:faulty',
    chainId,
    usdt: anvil.usdt,
    rpc: { url: node.url, timeoutMs },
    clock,
  })

beforeAll(async () => {
  anvil = await startAnvil()
  node = await startFaultyNode(anvil.url)
  provider = open()
})
beforeEach(() => {
  node.behave()
  offsetMs = 0
})
afterAll(async () => {
  await node?.stop()
  await anvil?.stop()
})

async function watch(coin: Coin): Promise<WatchTarget> {
  addressCount += 1
  const address = toChecksumAddress(`0x${addressCount.toString(16).padStart(40, '2')}`)
  return { coin, address, fromHeight: (await provider.readTip()).height + 1 }
}

const payUsdt = (to: string, units: bigint) =>
  anvil.sendTransaction({
    to: anvil.usdt,
    data: encodeCall(SELECTORS.transfer, encodeAddress(to), encodeWord(units)),
  })
const payByContract = (to: string, wei: bigint) =>
  anvil.sendTransaction({
    to: anvil.splitter,
    value: toHex(wei),
    data: encodeCall(SELECTORS.send, encodeAddress(to)),
  })

/** Returns a target that a transfer in the newest block pays, and the cursor before it. */
async function payTarget() {
  const target = await watch('USDT')
  const { cursor } = await provider.observe([target], null)
  const txid = (await payUsdt(target.address, 5_000_000n)).slice(2)
  await anvil.mine()
  return { target, cursor, txid }
}

const answer =
  (method: string, result: unknown): Fault =>
  (request) =>
    request.method === method ? { result } : undefined
const fail =
  (method: string, message: string, code = -32_000): Fault =>
  (request) =>
    request.method === method ? { error: { code, message } } : undefined
const changeResult =
  (method: string, change: (result: never) => unknown): Fault =>
  (request, { result }) =>
    request.method === method && result ? { result: change(result as never) } : undefined

const expectFailure = async (target: WatchTarget, cursor: ChainCursor | null, reason: string) =>
  expect(provider.observe([target], cursor)).rejects.toMatchObject({
    name: 'ChainProviderError',
    reason,
  })

test('a node that can’t be reached, is silent or answers no JSON-RPC is unreachable', async () => {
  const { target, cursor } = await payTarget()
  const bodies: [number, string, string][] = [
    [429, 'application/json', '{}'],
    [500, 'text/html', '<html>'],
    [200, 'text/html', '<html>'],
    [200, 'application/json', '{"jsonrpc'],
  ]

  for (const [status, type, body] of bodies) {
    node.respond((response) => response.writeHead(status, { 'content-type': type }).end(body))
    await expectFailure(target, cursor, 'unreachable')
  }
  node.respond(() => {})
  await expect(open(CHAIN_ID, 100).observe([target], cursor)).rejects.toMatchObject({
    reason: 'unreachable',
    message: 'no answer in time',
  })

  const secret = createEthereumRpc({
    name: 'rpc:closed',
    chainId: CHAIN_ID,
    usdt: anvil.usdt,
    rpc: { url: 'http://user:secret@127.0.0.1:1/secret?key=secret' },
    clock,
  })
  const error = await secret.readTip().catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ reason: 'unreachable' })
  expect(String(error)).not.toContain('secret')
})

test('a node on another chain counts as wrong', async () => {
  await expect(open(1n).readTip()).rejects.toMatchObject({ reason: 'invalid' })

  const target = await watch('USDT')
  const { cursor } = await provider.observe([target], null)
  const hashes = (cursor as { hashes: Record<string, string> }).hashes
  const other = Object.fromEntries(Object.keys(hashes).map((height) => [height, 'ab'.repeat(32)]))
  await expectFailure(target, { ...cursor, hashes: other }, 'invalid')
})

test('a node that is syncing, old or below its earlier block is behind', async () => {
  const { target, cursor } = await payTarget()

  node.behave(answer('eth_syncing', { currentBlock: '0x1', highestBlock: '0x9' }))
  await expectFailure(target, cursor, 'behind')

  node.behave()
  offsetMs = 11 * 60_000
  await expectFailure(target, cursor, 'behind')
  offsetMs = 0

  const { cursor: newest } = await provider.observe([target], cursor)
  const earlier = await anvil.send('eth_getBlockByNumber', ['0x1', false])
  node.behave((request) =>
    request.method === 'eth_getBlockByNumber' && request.params[0] === 'latest'
      ? { result: { ...(earlier as object), timestamp: toHex(Math.floor(Date.now() / 1_000)) } }
      : undefined,
  )
  await expectFailure(target, newest, 'behind')
})

test('no list of logs counts before the node has the block', async () => {
  const { target, cursor } = await payTarget()

  node.behave(fail('eth_getLogs', 'block range extends beyond current head block'))
  await expectFailure(target, cursor, 'behind')

  // a machine that lacks the block and answers nothing found
  const { height } = await provider.readTip().catch(() => ({ height: 0 }))
  let logsWereRead = false
  node.behave((request) => {
    if (request.method === 'eth_getLogs') {
      logsWereRead = true
      return { result: [] }
    }
    if (!logsWereRead || request.params[0] !== toHex(height)) return undefined
    logsWereRead = false
    return { result: null }
  })
  await expectFailure(target, cursor, 'behind')
})

test('a log that wasn’t asked for, or that its receipt contradicts, is wrong', async () => {
  const { target, cursor } = await payTarget()
  type Log = { topics: string[]; data: string; address: string; blockHash: string }
  const changeLog = (change: (log: Log) => Partial<Log>) =>
    changeResult('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, ...change(log) })))

  for (const change of [
    () => ({ address: anvil.splitter }),
    ({ topics }: Log) => ({ topics: [...topics.slice(0, 2), `0x${'0'.repeat(63)}1`] }),
    () => ({ data: `0x${encodeWord(6_000_000n)}` }),
    () => ({ data: `0x${'f'.repeat(64)}` }),
    () => ({ data: '0x05' }),
  ]) {
    node.behave(changeLog(change))
    await expectFailure(target, cursor, 'invalid')
  }

  node.behave(changeLog(() => ({ blockHash: `0x${'c'.repeat(64)}` })))
  await expectFailure(target, cursor, 'behind')

  node.behave(
    changeResult('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, removed: true }))),
  )
  expect((await provider.observe([target], cursor)).payments).toEqual([])
})

test('without traces a gap of the balance is a payment with the hash of its block', async () => {
  const [one, other] = [await watch('ETH'), await watch('ETH')]
  const { cursor } = await provider.observe([one, other], null)
  node.behave(fail('debug_traceTransaction', 'the method does not exist', -32_601))

  await anvil.mine(6)
  await payByContract(one.address, ETHER)
  await payByContract(one.address, ETHER)
  await payByContract(other.address, 2n * ETHER)
  await anvil.mine()
  const block = await provider.readTip()
  await anvil.mine(4)

  const { payments } = await provider.observe([one, other], cursor)
  expect(payments).toMatchObject([
    { address: one.address, units: 2_000_000_000n, txid: block.hash, trace: 'balance' },
    { address: other.address, units: 2_000_000_000n, txid: block.hash, trace: 'balance' },
  ])
  expect(new Set(payments.map(({ outputIndex }) => outputIndex)).size).toBe(2)
  expect(payments[0]?.block?.height).toBe(block.height)
  expect(await provider.findPayments(block.hash, one)).toEqual([payments[0]])
})

test('without traces fees and spends are subtracted before the balance counts', async () => {
  const owner = toChecksumAddress(anvil.accounts[6] ?? '')
  const target = { ...(await watch('ETH')), address: owner }
  const { cursor } = await provider.observe([target], null)
  node.behave(fail('debug_traceTransaction', 'the method does not exist', -32_601))

  await anvil.sendTransaction({
    from: owner,
    to: anvil.accounts[7] ?? '',
    value: toHex(3n * ETHER),
  })
  await anvil.sendTransaction({ from: owner, to: anvil.usdt, data: encodeCall('ffffffff') })
  await payByContract(owner, ETHER)
  await anvil.mine()

  const { payments } = await provider.observe([target], cursor)
  expect(payments).toMatchObject([{ units: 1_000_000_000n, trace: 'balance' }])
})

test('a node without the state in between still shows what the balance grew by', async () => {
  const target = await watch('ETH')
  const { cursor } = await provider.observe([target], null)
  await payByContract(target.address, ETHER)
  await anvil.mine(30)

  const { height } = await provider.readTip()
  node.behave((request) =>
    request.method === 'eth_getBalance' && request.params[1] !== toHex(height)
      ? { error: { code: -32_000, message: 'missing trie node 12ab (path )' } }
      : undefined,
  )
  const { payments } = await provider.observe([target], cursor)
  expect(payments).toMatchObject([{ units: 1_000_000_000n, trace: 'balance', block: { height } }])
})

test('a chain that changes while it is read is read again later', async () => {
  const { target, cursor } = await payTarget()
  const { height } = await provider.readTip()
  let reads = 0
  node.behave((request, { result }) => {
    if (request.method !== 'eth_getBlockByNumber' || request.params[0] !== toHex(height)) return
    reads += 1
    return reads > 3
      ? { result: { ...(result as object), hash: `0x${'d'.repeat(64)}` } }
      : undefined
  })

  await expectFailure(target, cursor, 'behind')
  node.behave()
  expect((await provider.observe([target], cursor)).payments).toHaveLength(1)
})
