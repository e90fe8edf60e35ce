import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as btc from '@scure/btc-signer'
import { checkAddress } from '#lib/addresses.ts'
import { invariant } from '#lib/invariant.ts'
import { BITCOIN_NETWORKS, type BitcoinNetwork, toAddress } from './bitcoin-networks.ts'

/** An output that a simulated Bitcoin transaction spends. */
export type SpentOutput = { txid: string; index: number }

/** A Bitcoin transaction of the simulated chain. */
export type SimulatedBitcoinTransaction = {
  txid: string
  raw: string
  inputs: readonly SpentOutput[]
  outputs: readonly { coin: 'BTC'; address: string; units: bigint }[]
}

const UNKNOWN = { allowUnknownInputs: true, allowUnknownOutputs: true } as const
const REPLACEABLE = 0xffff_fffd
const FINAL = 0xffff_ffff

/** Returns a transaction without signatures, which the simulated chain takes as it is. */
export function buildBitcoinTransaction(
  inputs: readonly SpentOutput[],
  outputs: readonly { address: string; units: bigint }[],
  replaceable: boolean,
): SimulatedBitcoinTransaction {
  const transaction = new btc.Transaction(UNKNOWN)
  for (const { txid, index } of inputs)
    transaction.addInput({ txid, index, sequence: replaceable ? REPLACEABLE : FINAL })
  for (const { address, units } of outputs)
    transaction.addOutputAddress(address, units, getNetwork(address))

  return {
    txid: computeTxid(transaction),
    raw: bytesToHex(transaction.unsignedTx),
    inputs,
    outputs: outputs.map(({ address, units }) => ({ coin: 'BTC', address, units })),
  }
}

/** Returns what a raw transaction spends and pays; a raw transaction does not name its network. */
export function parseBitcoinTransaction(
  raw: string,
  network: BitcoinNetwork = 'mainnet',
): SimulatedBitcoinTransaction {
  const transaction = btc.Transaction.fromRaw(hexToBytes(raw), {
    ...UNKNOWN,
    disableScriptCheck: true,
  })
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at)
    invariant(txid && index !== undefined, 'each input of a transaction spends an output')
    return { txid: bytesToHex(txid), index }
  })

  return { txid: computeTxid(transaction), raw, inputs, outputs: listOutputs(transaction, network) }
}

/** Returns whether a text is a transaction that can be read. */
export function isSimulatedTransactionRaw(raw: string): boolean {
  try {
    return parseBitcoinTransaction(raw).inputs.length > 0
  } catch {
    return false
  }
}

function listOutputs(transaction: btc.Transaction, network: BitcoinNetwork) {
  return Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at)
    invariant(script && amount !== undefined, 'each output of a transaction has an amount')
    return { coin: 'BTC' as const, address: readAddress(script, network), units: amount }
  })
}

const readAddress = (script: Uint8Array, network: BitcoinNetwork): string =>
  toAddress(script, network) ?? `script${bytesToHex(script).slice(0, 80).padEnd(20, '0')}`

const computeTxid = (transaction: btc.Transaction): string =>
  bytesToHex(sha256(sha256(transaction.unsignedTx)).reverse())

const getNetwork = (address: string) => BITCOIN_NETWORKS[findBitcoinNetwork(address)].prefixes

/** Returns the network of an address of the simulated chain, which has those of both. */
export function findBitcoinNetwork(address: string): BitcoinNetwork {
  const checked = checkAddress('BTC', address)
  return checked.ok && checked.network === 'testnet' ? 'testnet' : 'mainnet'
}
