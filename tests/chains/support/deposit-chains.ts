import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { p2wpkh } from '@scure/btc-signer'
import { toChecksumAddress } from '../../../src/lib/addresses.ts'
import type { Coin } from '../../../src/lib/currencies.ts'
import { createBitcoinCore } from '../../../src/modules/chains/adapters/bitcoin-core.ts'
import type { ChainProvider } from '../../../src/modules/chains/adapters/chain-provider.ts'
import { createEsplora } from '../../../src/modules/chains/adapters/esplora.ts'
import { createEthereumRpc } from '../../../src/modules/chains/adapters/ethereum-rpc.ts'
import { BITCOIN_NETWORKS } from '../../../src/modules/chains/model/bitcoin-networks.ts'
import type { ChainName } from '../../../src/modules/chains/model.ts'
import {
  type Anvil,
  CHAIN_ID,
  encodeAddress,
  encodeCall,
  encodeWord,
  SELECTORS,
  toHex,
} from '../anvil.ts'
import { reverseHex } from './bcoin.ts'
import type { Regtest } from './regtest.ts'

/** A coin on a real node's software, as the tests of deposits drive it. */
export type DepositChain = {
  chain: ChainName
  coin: Coin
  /** The confirmations that a deposit of less than $1,000 needs. */
  needed: number
  /** Two providers that read the same node. */
  providers: ChainProvider[]
  issueAddress(): string
  pay(address: string, units: bigint): Promise<unknown>
  mine(blocks: number, at: Date): Promise<void>
  /** Replaces the newest blocks. The newest payment is in the first new block, or lost for good. */
  reorganise(depth: number, newest: 'stays' | 'lost', at: Date): Promise<void>
}

const network = 'regtest'
const BITCOIN = BITCOIN_NETWORKS[network].prefixes
let addresses = 0

function issueBitcoinAddress(): string {
  const key = createHash('sha256').update(`deposit ${addresses++}`).digest()
  const publicKey = Buffer.from(ecc.pointFromScalar(key, true) ?? [])
  return p2wpkh(publicKey, BITCOIN).address ?? ''
}

const issueEthereumAddress = () =>
  toChecksumAddress(`0x${(0xdeb0_0000n + BigInt(addresses++)).toString(16).padStart(40, '2')}`)

export function driveBitcoin(regtest: Regtest): DepositChain {
  let newest: Awaited<ReturnType<Regtest['pay']>> | null = null
  const setTime = (at: Date) => regtest.setTime(at)

  return {
    chain: 'bitcoin',
    coin: 'BTC',
    needed: 2,
    providers: [
      createEsplora({ name: 'esplora', url: regtest.esplora.url, network }),
      createBitcoinCore({ name: 'core', url: regtest.core.url, network }),
    ],
    issueAddress: issueBitcoinAddress,
    pay: async (address, units) => {
      newest = await regtest.pay([address, units])
      return newest
    },
    mine: async (blocks, at) => {
      setTime(at)
      await regtest.mine(blocks)
    },
    reorganise: async (depth, outcome, at) => {
      setTime(at)
      if (!newest) throw new Error('nothing was paid')
      const { rawHex, input, txid } = newest
      const height = (await regtest.node.getMeta(reverseHex(txid)))?.height ?? -1
      if (outcome === 'stays')
        return void (await regtest.reorganise(
          depth,
          height > regtest.tipHeight() - depth ? [rawHex] : [],
        ))

      const theft = await regtest.faucet.spend([[regtest.faucet.address, 5_000n]], {
        from: input,
        fee: 9_000n,
      })
      await regtest.reorganise(depth, [theft.rawHex])
    },
  }
}

export function driveEthereum(
  anvil: Anvil,
  coin: 'ETH' | 'USDT',
  clock: { now(): Date },
): DepositChain {
  let newest = ''
  const open = (name: string) =>
    createEthereumRpc({
      name,
      chainId: CHAIN_ID,
      usdt: anvil.usdt,
      rpc: { url: anvil.url },
      clock,
    })
  const setTime = (at: Date) =>
    anvil.send('evm_setNextBlockTimestamp', [Math.ceil(at.getTime() / 1_000)])

  return {
    chain: 'ethereum',
    coin,
    needed: 12,
    providers: [open('rpc:a'), open('rpc:b')],
    issueAddress: issueEthereumAddress,
    pay: async (address, units) => {
      newest = await anvil.sendTransaction(buildEthereumPayment(anvil, coin, address, units))
      return newest
    },
    mine: async (blocks, at) => {
      await setTime(at)
      await anvil.mine(blocks)
    },
    reorganise: async (depth, outcome) => {
      const raw = await anvil.send('eth_getRawTransactionByHash', [newest])
      await anvil.send('anvil_reorg', [depth, outcome === 'stays' ? [[raw, 0]] : []])
    },
  }
}

const GWEI = 10n ** 9n

const buildEthereumPayment = (
  anvil: Anvil,
  coin: 'ETH' | 'USDT',
  address: string,
  units: bigint,
): Record<string, string> =>
  coin === 'ETH'
    ? { to: address, value: toHex(units * GWEI), gas: toHex(21_000) }
    : {
        to: anvil.usdt,
        data: encodeCall(SELECTORS.transfer, encodeAddress(address), encodeWord(units)),
      }
