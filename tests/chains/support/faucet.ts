import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import {
  BITCOIN_NETWORKS,
  type BitcoinNetwork,
} from '../../../src/modules/chains/model/bitcoin-networks.ts'
import { Address, type BcoinNode, reverseHex } from './bcoin.ts'

const MATURITY = 100
const REPLACEABLE = 0xfffffffd

/** Makes the wallet of the miner, which pays in the tests. */
export function createFaucet(node: BcoinNode, network: BitcoinNetwork) {
  const { prefixes } = BITCOIN_NETWORKS[network]
  const key = createHash('sha256').update('faucet').digest()
  const publicKey = Buffer.from(ecc.pointFromScalar(key, true) ?? [])
  const { address, script } = p2wpkh(publicKey, prefixes)
  const used = new Set<string>()

  const findOutput = async (units: bigint) => {
    const coins = await node.getCoinsByAddress(Address.fromString(address, 'regtest'))
    const mature = coins
      .filter(({ height }) => height >= 0 && node.chain.tip.height - height >= MATURITY)
      .sort((one, other) => one.height - other.height)
    const found = mature.find(
      ({ hash, index, value }) => !used.has(`${hash}:${index}`) && BigInt(value) > units,
    )
    if (!found) throw new Error('The faucet is empty')
    used.add(`${found.hash}:${found.index}`)
    return { txid: reverseHex(found.hash), index: found.index, units: BigInt(found.value) }
  }

  /** Signs a payment; `from` spends the same output as an earlier one. */
  const spend = async (
    payments: readonly (readonly [address: string, units: bigint])[],
    { from, fee = 1_000n }: { from?: Awaited<ReturnType<typeof findOutput>>; fee?: bigint } = {},
  ) => {
    const sum = payments.reduce((total, [, units]) => total + units, 0n)
    const input = from ?? (await findOutput(sum + fee))
    const transaction = new Transaction()
    transaction.addInput({
      txid: input.txid,
      index: input.index,
      sequence: REPLACEABLE,
      witnessUtxo: { script, amount: input.units },
    })
    for (const [to, units] of payments) transaction.addOutputAddress(to, units, prefixes)
    transaction.addOutputAddress(address, input.units - sum - fee, prefixes)
    transaction.sign(key)
    transaction.finalize()

    return { txid: transaction.id, rawHex: transaction.hex, input }
  }

  return { address, spend }
}
