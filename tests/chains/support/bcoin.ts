import { createRequire } from 'node:module'

/** The parts of bcoin that the tests use; it has no types of its own. */
type Bytes = Buffer
type Coin = { hash: string; index: number; value: number; height: number; script: Script }
export type Script = { toRaw(): Bytes }
export type BcoinInput = {
  prevout: { hash: string; index: number }
  sequence: number
}
export type BcoinTransaction = {
  inputs: BcoinInput[]
  outputs: { value: number; script: Script }[]
  txid(): string
  hash(encoding: 'hex'): string
  isCoinbase(): boolean
  toRaw(): Bytes
}
export type ChainEntry = { height: number; hash: string; time: number; rhash(): string }
export type TransactionMeta = {
  tx: BcoinTransaction
  height: number
  block: string | null
  time: number
}
type CoinView = { getOutputFor(input: BcoinInput): { value: number; script: Script } | null }
type MempoolEntry = { tx: BcoinTransaction }
type MiningJob = {
  attempt: { fees: number; items?: unknown[] }
  addTX(transaction: BcoinTransaction, view: CoinView): void
  refresh(): void
}
type Block = { txs: BcoinTransaction[] }
type Address = { readonly brand: 'address' }

export type BcoinNode = {
  open(): Promise<void>
  close(): Promise<void>
  http: { open(): Promise<void>; close(): Promise<void> }
  network: { time: { offset: number } }
  chain: {
    tip: ChainEntry
    getTarget(time: number, previous: ChainEntry | null): Promise<number>
    add(block: Block): Promise<ChainEntry | null>
    getEntry(hash: string): Promise<ChainEntry | null>
    getEntryByHeight(height: number): Promise<ChainEntry | null>
    getCoinView(transaction: BcoinTransaction): Promise<CoinView>
    isMainChain(entry: ChainEntry): Promise<boolean>
    on(event: 'disconnect', listener: (entry: ChainEntry, block: Block) => void): void
    removeListener(event: 'disconnect', listener: unknown): void
  }
  mempool: {
    addTX(transaction: BcoinTransaction): Promise<unknown>
    has(hash: string): boolean
    getEntry(hash: string): MempoolEntry | null
    evictEntry(entry: MempoolEntry): void
    rejects: { reset(): void }
  }
  miner: {
    mineBlock(tip: ChainEntry, address: Address): Promise<Block>
    createJob(tip: ChainEntry | null, address: Address): Promise<MiningJob>
    cpu: { mineAsync(job: MiningJob): Promise<Block> }
  }
  rpc: { execute(call: { method: string; params: readonly unknown[] }): Promise<unknown> }
  getMeta(hash: string): Promise<TransactionMeta | null>
  getMetaView(meta: TransactionMeta): Promise<CoinView>
  getMetaByAddress(address: Address): Promise<TransactionMeta[]>
  getCoinsByAddress(address: Address): Promise<Coin[]>
}

type Bcoin = {
  FullNode: new (options: Record<string, unknown>) => BcoinNode
  Address: {
    fromString(text: string, network: string): Address
    fromScript(script: Script): Address
  }
  Script: { fromRaw(raw: Bytes): Script }
  TX: { fromRaw(raw: Bytes): BcoinTransaction }
}
type Network = {
  genesis: { hash: string }
  genesisBlock: string
  addressPrefix: { bech32: string; pubkeyhash: number; scripthash: number }
}
type Networks = Record<'regtest' | 'main', Network>

const load = createRequire(import.meta.url)

process.noDeprecation = true // it uses names of Node that are deprecated
process.env.NODE_BACKEND = 'js' // no native code

// prefixes that Bitcoin Core has used since the package was released
const { regtest, main } = load('bcoin/lib/protocol/networks') as Networks
Object.assign(regtest.addressPrefix, { bech32: 'bcrt', pubkeyhash: 0x6f, scripthash: 0xc4 })

/**
 * Gives the private chain of this process the first block and the addresses of the main network:
 * for the rehearsal, whose installation accepts no other.
 */
export const disguiseAsMain = () => {
  Object.assign(regtest, { genesis: main.genesis, genesisBlock: main.genesisBlock })
  Object.assign(regtest.addressPrefix, { bech32: 'bc', pubkeyhash: 0x00, scripthash: 0x05 })
}

export const { FullNode, Address, Script, TX } = load('bcoin') as Bcoin

/** Turns a transaction or block id into bcoin's order of bytes, or back. */
export const reverseHex = (text: string) => Buffer.from(text, 'hex').reverse().toString('hex')
