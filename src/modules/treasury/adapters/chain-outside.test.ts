import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ChainBalance,
  type ChainProvider,
  ChainProviderError,
} from '#modules/chains/adapters/chain-provider.ts'
import { TEST_ADDRESSES, watchTestAddress } from '#modules/chains/testing.ts'
import type { Staff } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createBitcoinSigner, createTronSigner } from '../../../../tests/support/message-signers.ts'
import { addReserveAddress } from '../commands/add-reserve-address.ts'
import { createChainOutside } from './chain-outside.ts'
import { noOutside, type OutsideBalances } from './outside-balances.ts'

const reserve = createBitcoinSigner().address
const at = new Date('2026-11-20T11:59:00Z')
const block = { height: 900_000, hash: 'a'.repeat(64), at }
let testApp: TestApp
let finance: Staff

beforeAll(async () => {
  testApp = await createTestApp()
  finance = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

type Read = (address: string, call: number) => ChainBalance

/** The balances from a Bitcoin node that answers as `read` does. */
function openOutside(read: Read, other: OutsideBalances = noOutside) {
  let calls = 0
  const [simulated] = testApp.app.chains.bitcoin
  if (!simulated) throw new Error('the test app simulates Bitcoin')

  const provider: ChainProvider = {
    ...simulated,
    name: 'a node',
    simulated: false,
    readBalance: async (_coin, address) => read(address, calls++),
  }
  const chains = { ...testApp.app.chains, bitcoin: [provider] }
  return createChainOutside({ ...testApp.app, chains }, other)
}

const readBitcoin = (read: Read) => openOutside(read).balanceOf('hot', 'BTC')

test('without an address the balance is unknown, not zero', async () => {
  expect(await readBitcoin(() => ({ units: 1n, block }))).toBeNull()
})

test('a balance is the sum over the reserves of a place and the addresses of members', async () => {
  await addReserveAddress(testApp.app, finance, {
    coin: 'BTC',
    wallet: 'multisig',
    address: reserve,
  })
  await watchTestAddress(testApp.app)

  const read: Read = (address) => ({ units: address === reserve ? 1_000n : 30n, block })
  expect(await readBitcoin(read)).toEqual({
    units: 1_030n,
    asOf: testApp.app.clock.now(),
    source: 'a node',
    evidence: 'bitcoin block 900000, 2 addresses',
  })
})

test('an address that is both is counted once', async () => {
  await watchTestAddress(testApp.app, { address: reserve })
  expect(await readBitcoin(() => ({ units: 5n, block }))).toMatchObject({ units: 10n })
})

test('a place is unknown if one of its addresses can’t be read: never a partial sum', async () => {
  for (const reason of ['unreachable', 'behind', 'invalid'] as const)
    expect(
      await readBitcoin((address) => {
        if (address === reserve) throw new ChainProviderError(reason, 'no answer that counts')
        return { units: 30n, block }
      }),
    ).toBeNull()
})

test('balances of several blocks count only if a second reading is the same', async () => {
  const atNext = { ...block, height: 900_001, hash: 'b'.repeat(64) }
  const moved: Read = (address, call) => ({
    units: address === reserve && call >= 2 ? 0n : 7n,
    block: call % 2 === 0 ? block : atNext,
  })

  expect(await readBitcoin(moved)).toBeNull()
  expect(
    await readBitcoin((_, call) => ({ units: 7n, block: call % 2 === 0 ? block : atNext })),
  ).toMatchObject({ units: 14n })
})

test('a chain without a real provider is left to the other source, and part of a coin is unknown', async () => {
  const figure = { units: 4n, asOf: at, source: 'simulated', evidence: 'x' }
  const other: OutsideBalances = { balanceOf: async () => figure }
  const outside = openOutside(() => ({ units: 1n, block }), other)

  expect(await outside.balanceOf('hot', 'ETH')).toEqual(figure)
  expect(await outside.balanceOf('bank', 'USD')).toEqual(figure)

  const { address } = createTronSigner()
  await addReserveAddress(testApp.app, finance, {
    coin: 'USDT',
    chain: 'tron',
    wallet: 'single_key',
    address,
  })
  const [ethereum] = testApp.app.chains.ethereum
  if (!ethereum) throw new Error('the test app simulates Ethereum')
  const chains = { ...testApp.app.chains, ethereum: [{ ...ethereum, simulated: false }] }
  const partial = createChainOutside({ ...testApp.app, chains }, other)
  expect(await partial.balanceOf('hot', 'USDT')).toBeNull()
})

test('a payment in a block that the ledger doesn’t have yet is left out for 2 hours', async () => {
  const { owner } = testApp.database
  const now = testApp.app.clock.now()
  await owner.query(
    `insert into chain_provider (chain, name, simulated, checked_at) values ('bitcoin', 'a ` +
      `node', false, $1)`,
    [now],
  )
  await owner.query(
    `insert into chain_payment (id, chain, coin, txid, output_index, address, units, first_seen_at)
    values ('pay_00000000000000000000', 'bitcoin', 'BTC', $1, 0, $2, 9, $3)`,
    ['c'.repeat(64), TEST_ADDRESSES.BTC, now],
  )
  await owner.query(
    `insert into chain_sighting (payment_id, chain, provider, block_height, block_hash, block_at,
      replaceable, trace, seen_at)
    values ('pay_00000000000000000000', 'bitcoin', 'a node', 900000, $1, $2, false, 'output', $2)`,
    ['a'.repeat(64), now],
  )

  const read: Read = () => ({ units: 50n, block })
  expect(await readBitcoin(read)).toMatchObject({ units: 91n })
  testApp.app.clock.advance(3 * 3_600_000)
  expect(await readBitcoin(read)).toMatchObject({ units: 100n })
})
