import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { p2wpkh } from '@scure/btc-signer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBitcoinCore } from '../../src/modules/chains/adapters/bitcoin-core.ts'
import type {
  ChainObservation,
  ChainProvider,
  WatchTarget,
} from '../../src/modules/chains/adapters/chain-provider.ts'
import { createEsplora } from '../../src/modules/chains/adapters/esplora.ts'
import { BITCOIN_NETWORKS } from '../../src/modules/chains/model/bitcoin-networks.ts'
import { countConfirmations } from '../../src/modules/chains/model/payments.ts'
import { type Regtest, startRegtest } from './support/regtest.ts'

const network = 'regtest'
let regtest: Regtest

beforeAll(async () => {
  regtest = await startRegtest()
})
afterAll(() => regtest.stop())

let addresses = 0

/** Returns an address that was never paid, to be watched from the next block. */
function issueTarget(): WatchTarget {
  const key = createHash('sha256').update(`member ${addresses++}`).digest()
  const publicKey = Buffer.from(ecc.pointFromScalar(key, true) ?? [])
  const { address = '' } = p2wpkh(publicKey, BITCOIN_NETWORKS.regtest.prefixes)
  return { coin: 'BTC', address, fromHeight: regtest.tipHeight() + 1 }
}

const openers = {
  Esplora: () => createEsplora({ name: 'esplora', url: regtest.esplora.url, network }),
  'Bitcoin Core': () => createBitcoinCore({ name: 'core', url: regtest.core.url, network }),
}

/** Follows targets as the watcher does: what is listed exists, what a complete range omits is gone. */
function follow(provider: ChainProvider, targets: WatchTarget[]) {
  const sightings = new Map<string, ChainObservation['payments'][number]>()
  let last: ChainObservation | null = null

  return async () => {
    last = await provider.observe(targets, last && JSON.parse(JSON.stringify(last.cursor)))
    const { tip, payments, completeFrom } = last
    for (const [id, { block }] of sightings)
      if (block === null || block.height >= completeFrom) sightings.delete(id)
    for (const one of payments) sightings.set(`${one.txid}:${one.outputIndex}`, one)

    return [...sightings.values()]
      .map(({ units, block, replaceable }) => ({
        units,
        confirmations: countConfirmations(block?.height ?? null, tip.height),
        replaceable,
      }))
      .sort((one, other) => Number(one.units - other.units))
  }
}

const confirmed = (units: bigint, confirmations: number) => ({
  units,
  confirmations,
  replaceable: false,
})
const pending = (units: bigint) => ({ units, confirmations: 0, replaceable: true })

describe.each(Object.entries(openers))('%s', (_, open) => {
  let provider: ChainProvider
  let target: WatchTarget
  let observe: ReturnType<typeof follow>

  beforeEach(() => {
    provider = open()
    target = issueTarget()
    observe = follow(provider, [target])
  })

  test('a payment is seen in the mempool and gains a confirmation with each block', async () => {
    expect(await observe()).toEqual([])

    const { txid } = await regtest.pay([target.address, 123_456n])
    expect(await observe()).toEqual([pending(123_456n)])
    expect(await provider.findTransaction(txid)).toMatchObject({ block: null, replaceable: true })

    const [hash] = await regtest.mine(1)
    expect(await observe()).toEqual([confirmed(123_456n, 1)])
    await regtest.mine(2)
    expect(await observe()).toEqual([confirmed(123_456n, 3)])

    const [payment] = await provider.findPayments(txid, target)
    expect(payment).toMatchObject({ units: 123_456n, txid, block: { hash }, trace: 'output' })
    expect(await provider.findTransaction(txid)).toMatchObject({
      block: { hash },
      failed: false,
      tip: { height: regtest.tipHeight() },
    })
  })

  test('a reorganisation takes confirmations back, and the next block gives them again', async () => {
    for (const depth of [1, 3]) {
      const units = BigInt(depth) * 1_000_000n
      target = issueTarget()
      observe = follow(provider, [target])
      await regtest.pay([target.address, units])
      await regtest.mine(depth)
      expect(await observe()).toEqual([confirmed(units, depth)])

      await regtest.reorganise(depth)
      expect(await observe()).toEqual([pending(units)])
      await regtest.mine(1)
      expect(await observe()).toEqual([confirmed(units, 1)])
    }
  })

  test('a payment that is replaced is gone, and its replacement is seen instead', async () => {
    const first = await regtest.pay([target.address, 50_000n])
    expect(await observe()).toEqual([pending(50_000n)])

    const second = await regtest.faucet.spend([[target.address, 49_000n]], {
      from: first.input,
      fee: 5_000n,
    })
    await regtest.replace(first.txid, second.rawHex)
    expect(await observe()).toEqual([pending(49_000n)])
    await regtest.mine(1)
    expect(await observe()).toEqual([confirmed(49_000n, 1)])
  })

  test('a confirmed payment that a branch spends elsewhere is gone', async () => {
    const paid = await regtest.pay([target.address, 777_000n])
    await regtest.mine(1)
    expect(await observe()).toEqual([confirmed(777_000n, 1)])

    const theft = await regtest.faucet.spend([[regtest.faucet.address, 777_000n]], {
      from: paid.input,
      fee: 9_000n,
    })
    await regtest.reorganise(1, [theft.rawHex])
    expect(await observe()).toEqual([])
    expect(await provider.findPayments(paid.txid, target)).toEqual([])
    expect(await provider.findTransaction(paid.txid)).toBeNull()
  })

  test('a payment that leaves the mempool is gone until it is sent again', async () => {
    const paid = await regtest.pay([target.address, 31_000n])
    expect(await observe()).toEqual([pending(31_000n)])

    regtest.drop(paid.txid)
    expect(await observe()).toEqual([])
    await regtest.send(paid.rawHex)
    await regtest.mine(1)
    expect(await observe()).toEqual([confirmed(31_000n, 1)])
  })

  test('two payments, and two outputs of one transaction, are payments of their own', async () => {
    await regtest.pay([target.address, 1_000n])
    await regtest.mine(1)
    const both = [target.address, 3_000n] as const
    await regtest.pay([target.address, 2_000n], both)
    expect(await observe()).toEqual([confirmed(1_000n, 1), pending(2_000n), pending(3_000n)])
    await regtest.mine(1)
    expect(await observe()).toEqual([
      confirmed(1_000n, 2),
      confirmed(2_000n, 1),
      confirmed(3_000n, 1),
    ])

    const { units, block } = await provider.readBalance('BTC', target.address)
    expect([units, block.height]).toEqual([6_000n, regtest.tipHeight()])
    const unspent = await provider.listUnspent?.(target.address)
    expect(unspent?.map((one) => one.units).sort()).toEqual([1_000n, 2_000n, 3_000n])
  })

  test('after a restart the cursor continues, and the same call gives the same answer', async () => {
    await regtest.pay([target.address, 9_000n])
    const first = await provider.observe([target], null)
    await regtest.mine(2)
    const again = await open().observe([target], JSON.parse(JSON.stringify(first.cursor)))
    expect(again.payments).toMatchObject([
      { units: 9_000n, block: { height: again.tip.height - 1 } },
    ])
    expect(await open().observe([target], first.cursor)).toEqual(again)
  })

  test('an answer of a provider in trouble is an error, never an empty list', async () => {
    await regtest.pay([target.address, 5_000n])
    const { state } = provider.name === 'core' ? regtest.core : regtest.esplora

    for (const mishap of ['limited', 'failing', 'garbage'] as const) {
      state.mishap = mishap
      for (const call of [
        provider.observe([target], null),
        provider.readTip(),
        provider.findPayments('0'.repeat(64), target),
        provider.readBalance('BTC', target.address),
        provider.listUnspent?.(target.address),
      ])
        await expect(call).rejects.toMatchObject({ name: 'ChainProviderError' })
    }
    state.mishap = 'ok'
    expect(await observe()).toEqual([pending(5_000n)])
    await regtest.mine(1)
  })

  test('a balance of a block that the provider lacks is an error', async () => {
    const later = provider.readBalance('BTC', target.address, regtest.tipHeight() + 1)
    await expect(later).rejects.toMatchObject({ reason: 'behind' })
  })

  test('a signed transaction is sent, once more without harm, and refused if it spends twice', async () => {
    const paid = await regtest.faucet.spend([[target.address, 8_000n]])
    expect(await provider.broadcast?.(paid.rawHex)).toBe(paid.txid)
    expect(await provider.broadcast?.(paid.rawHex)).toBe(paid.txid)
    expect(await provider.readRawTransaction?.(paid.txid)).toBe(paid.rawHex)

    const twice = await regtest.faucet.spend([[target.address, 7_000n]], { from: paid.input })
    await expect(provider.broadcast?.(twice.rawHex)).rejects.toMatchObject({ reason: 'rejected' })
    await regtest.mine(1)
    expect(await provider.broadcast?.(paid.rawHex)).toBe(paid.txid)
    expect((await provider.estimateFeeRates?.())?.get(1)).toBe(20.5)
  })

  test('an address or a node of another network is refused', async () => {
    const real = { ...target, address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }
    await expect(provider.observe([real], null)).rejects.toMatchObject({ reason: 'invalid' })

    const options = { name: 'x', network: 'mainnet' } as const
    const elsewhere =
      provider.name === 'core'
        ? createBitcoinCore({ ...options, url: regtest.core.url })
        : createEsplora({ ...options, url: regtest.esplora.url })
    await expect(elsewhere.readTip()).rejects.toThrow('serves another chain than mainnet')
  })
})

describe('Esplora alone', () => {
  test('a provider that falls behind doesn’t know the newest blocks', async () => {
    const provider = openers.Esplora()
    const target = issueTarget()
    await regtest.pay([target.address, 4_000n])
    await regtest.mine(2)

    regtest.esplora.view.lag = 1
    const newest = provider.readBalance('BTC', target.address, regtest.tipHeight())
    await expect(newest).rejects.toMatchObject({ reason: 'behind' })
    const { tip, payments } = await provider.observe([target], null)
    expect(countConfirmations(payments[0]?.block?.height ?? null, tip.height)).toBe(1)
    regtest.esplora.view.lag = 0
  })

  test('a payment far below the first block of an address is not its own', async () => {
    const provider = openers.Esplora()
    const target = issueTarget()
    await regtest.pay([target.address, 4_000n])
    await regtest.mine(1)
    const height = regtest.tipHeight()

    const countPayments = async (fromHeight: number) =>
      (await provider.observe([{ ...target, fromHeight }], null)).payments.length
    expect(await countPayments(height + 100)).toBe(1)
    expect(await countPayments(height + 101)).toBe(0)
  })

  test('an error where a transaction is looked up doesn’t say that there is none', async () => {
    const provider = openers.Esplora()
    const target = issueTarget()
    const { txid } = await regtest.pay([target.address, 2_000n])
    const { state } = regtest.esplora
    state.only = '/tx/'

    for (const mishap of ['missing', 'failing', 'garbage', 'limited'] as const) {
      state.mishap = mishap
      const found = provider.findPayments(txid, target)
      await expect(found, mishap).rejects.toMatchObject({ name: 'ChainProviderError' })
    }
    Object.assign(state, { mishap: 'ok', only: '' })
    expect(await provider.findPayments(txid, target)).toHaveLength(1)
    await regtest.mine(1)
  })

  test('a silent provider is given up', async () => {
    const provider = createEsplora({
      name: 'esplora',
      url: regtest.esplora.url,
      network,
      timeoutMs: 100,
    })
    regtest.esplora.state.mishap = 'silent'
    await expect(provider.readTip()).rejects.toMatchObject({ reason: 'unreachable' })
    regtest.esplora.state.mishap = 'ok'
  })

  test('an address that was never paid costs one request', async () => {
    const provider = openers.Esplora()
    const targets = Array.from({ length: 12 }, issueTarget)
    await provider.readTip()
    regtest.esplora.state.requests.length = 0
    await provider.observe(targets, null)
    const asked = regtest.esplora.state.requests.filter((path) => path.includes('/address/'))
    expect(asked).toHaveLength(targets.length)
  })

  test('a balance is read as it was at an earlier block', async () => {
    const provider = openers.Esplora()
    const target = issueTarget()
    await regtest.pay([target.address, 1_500n])
    await regtest.mine(1)
    const height = regtest.tipHeight()
    await regtest.pay([target.address, 2_500n])
    await regtest.mine(1)

    expect((await provider.readBalance('BTC', target.address, height)).units).toBe(1_500n)
    expect((await provider.readBalance('BTC', target.address, height - 1)).units).toBe(0n)
    expect((await provider.readBalance('BTC', target.address)).units).toBe(4_000n)
  })

  test('a long history is read page by page', async () => {
    const provider = openers.Esplora()
    const target = issueTarget()
    for (let paid = 0; paid < 30; paid++) await regtest.pay([target.address, 1_000n + BigInt(paid)])
    await regtest.mine(1)

    const { payments, completeFrom } = await provider.observe([target], null)
    expect(payments).toHaveLength(30)
    expect(completeFrom).toBe(0)
  })
})

describe('Bitcoin Core alone', () => {
  test('without an index it finds what is unspent, and never says that the rest doesn’t exist', async () => {
    const provider = openers['Bitcoin Core']()
    const target = issueTarget()
    const { txid } = await regtest.pay([target.address, 6_000n])
    const [hash] = await regtest.mine(1)
    regtest.core.view.indexed = false

    expect(await provider.findPayments(txid, target)).toMatchObject([{ block: { hash } }])
    const unknown = provider.findPayments('1'.repeat(64), target)
    await expect(unknown).rejects.toThrow('without txindex=1')
    regtest.core.view.indexed = true
  })

  test('a node that loads its blocks, and a wrong login, are errors', async () => {
    const provider = openers['Bitcoin Core']()
    regtest.core.view.loading = true
    await expect(provider.readTip()).rejects.toMatchObject({ reason: 'behind' })
    regtest.core.view.loading = false
    regtest.core.view.password = 'another'
    await expect(provider.readTip()).rejects.toThrow('doesn’t accept the login')
    regtest.core.view.password = 'a secret'
  })

  test('after a long pause it catches up over several calls and loses no payment meanwhile', async () => {
    const provider = openers['Bitcoin Core']()
    const target = issueTarget()
    const observe = follow(provider, [target])
    await regtest.pay([target.address, 12_000n])
    expect(await observe()).toEqual([pending(12_000n)])

    await regtest.reorganise(0)
    await regtest.mine(60)
    await expect(observe()).rejects.toThrow(/is being read: block \d+ of \d+/)
    expect(await observe()).toEqual([confirmed(12_000n, 60)])
  })
})
