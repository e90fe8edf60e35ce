import { Address, type BcoinNode, disguiseAsMain, FullNode, reverseHex, TX } from './bcoin.ts'
import { startCore } from './core-facade.ts'
import { startEsplora } from './esplora-facade.ts'
import { createFaucet } from './faucet.ts'

/** SegWit is active from here on. */
const FIRST_BLOCKS = 450
/** The difficulty of a private chain, as in the header of a block. */
const EASY = 0x207fffff

/**
 * Starts a Bitcoin node of the test network in this process, with everything in memory, as Esplora
 * and as Bitcoin Core on free ports of this machine. `mainnet` gives it the looks of the main
 * network, for the whole process.
 */
export async function startRegtest(network: 'regtest' | 'mainnet' = 'regtest') {
  if (network === 'mainnet') disguiseAsMain()
  const node = new FullNode({
    network: 'regtest',
    memory: true,
    workers: false,
    logConsole: false,
    logLevel: 'error',
    listen: false,
    indexTX: true,
    indexAddress: true,
    plugins: [],
  })
  node.http.open = async () => {}
  node.http.close = async () => {}
  await node.open()
  if (network === 'mainnet') node.chain.getTarget = async () => EASY

  const blocks = createBlocks(node)
  const send = async (rawHex: string) => {
    const transaction = TX.fromRaw(Buffer.from(rawHex, 'hex'))
    if (await node.mempool.addTX(transaction)) throw new Error('missing inputs')
    return transaction.txid()
  }
  const drop = (txid: string) => {
    const entry = node.mempool.getEntry(reverseHex(txid))
    if (!entry) throw new Error(`${txid} isn’t in the mempool`)
    node.mempool.evictEntry(entry)
  }

  const faucet = createFaucet(node, network)
  await blocks.mine(FIRST_BLOCKS, faucet.address)
  const esplora = await startEsplora(node, send, network)
  const core = await startCore(node, send, network)

  return {
    node,
    esplora,
    core,
    faucet,
    tipHeight: () => node.chain.tip.height,
    mine: (count: number) => blocks.mine(count, faucet.address),
    /** Replaces the newest blocks by a longer branch that contains only these transactions. */
    reorganise: (depth: number, include: readonly string[] = []) =>
      blocks.reorganise(depth, faucet.address, include),
    send,
    /** Pays exact amounts and returns the transaction. */
    pay: async (...payments: readonly (readonly [address: string, units: bigint])[]) => {
      const paid = await faucet.spend(payments)
      await send(paid.rawHex)
      return paid
    },
    /** Forgets a transaction, as a mempool does after a time or when it is full. */
    drop,
    /** Puts another transaction in the place of one in the mempool (RBF). */
    replace: async (txid: string, rawHex: string) => {
      drop(txid)
      return send(rawHex)
    },
    /** Sets the time of the next blocks, which other tests of this process share until `stop`. */
    setTime: (at: Date) => {
      node.network.time.offset = Math.floor((at.getTime() - Date.now()) / 1_000)
    },
    stop: async () => {
      node.network.time.offset = 0
      await esplora.stop()
      await core.stop()
      await node.close()
    },
  }
}

export type Regtest = Awaited<ReturnType<typeof startRegtest>>

function createBlocks(node: BcoinNode) {
  const { chain, mempool, miner } = node

  const mine = async (count: number, to: string): Promise<string[]> => {
    const address = Address.fromString(to, 'regtest')
    const hashes: string[] = []
    for (let mined = 0; mined < count; mined++) {
      const entry = await chain.add(await miner.mineBlock(chain.tip, address))
      if (!entry) throw new Error('The block was refused')
      hashes.push(entry.rhash())
    }
    return hashes
  }

  /** Mines a block below the tip that has these transactions and no others. */
  const mineOn = async (
    height: number,
    previous: string | null,
    to: string,
    raws: readonly string[],
  ) => {
    const before = previous ? await chain.getEntry(previous) : await chain.getEntryByHeight(height)
    const job = await miner.createJob(before, Address.fromString(to, 'regtest'))
    job.attempt.items?.splice(0)
    job.attempt.fees = 0
    for (const raw of raws) {
      const transaction = TX.fromRaw(Buffer.from(raw, 'hex'))
      job.addTX(transaction, await chain.getCoinView(transaction))
    }
    job.refresh()

    const entry = await chain.add(await miner.cpu.mineAsync(job))
    if (!entry) throw new Error('The block was refused')
    return entry
  }

  const reorganise = async (depth: number, to: string, include: readonly string[]) => {
    const orphaned: Parameters<typeof mempool.addTX>[0][] = []
    const collect = (_: unknown, block: { txs: typeof orphaned }) => {
      orphaned.unshift(...block.txs.slice(1))
    }
    chain.on('disconnect', collect)

    const fork = chain.tip.height - depth
    const hashes: string[] = []
    let previous: string | null = null
    for (let mined = 0; mined <= depth; mined++) {
      const entry = await mineOn(fork, previous, to, mined === 0 ? include : [])
      previous = entry.hash
      hashes.push(entry.rhash())
    }
    chain.removeListener('disconnect', collect)

    // what was orphaned returns to the mempool, unless the branch spends the same outputs
    for (const transaction of orphaned) {
      mempool.rejects.reset()
      if (!mempool.has(transaction.hash('hex')))
        await mempool.addTX(transaction).catch(() => undefined)
    }
    return hashes
  }

  return { mine, reorganise }
}
