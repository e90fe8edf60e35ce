import {
  type BitcoinNetwork,
  toAddress,
  toScriptBytes,
} from '../../../src/modules/chains/model/bitcoin-networks.ts'
import { Address, type BcoinNode, reverseHex, Script, type TransactionMeta } from './bcoin.ts'
import { json, plain, startFacade } from './facade-server.ts'

const PAGE = 25

/** Serves the node as Esplora's REST API, in the documented shape. */
export async function startEsplora(
  node: BcoinNode,
  send: (rawHex: string) => Promise<string>,
  network: BitcoinNetwork,
) {
  const toNodeAddress = (address: string) =>
    Address.fromScript(Script.fromRaw(Buffer.from(toScriptBytes(address, network))))
  const view = { lag: 0 }
  const { chain } = node
  const visibleHeight = () => chain.tip.height - view.lag

  const toStatus = ({ height, block, time }: TransactionMeta) =>
    block !== null && height >= 0 && height <= visibleHeight()
      ? {
          confirmed: true,
          block_height: height,
          block_hash: reverseHex(block),
          block_time: time,
        }
      : { confirmed: false }

  const toOutput = ({ value, script }: { value: number; script: Script }) => {
    const raw = script.toRaw()
    return {
      scriptpubkey: raw.toString('hex'),
      scriptpubkey_address: toAddress(raw, network) ?? undefined,
      value,
    }
  }

  const toJson = async (meta: TransactionMeta) => {
    const coins = await node.getMetaView(meta)
    return {
      txid: meta.tx.txid(),
      vin: meta.tx.inputs.map((input) => {
        const coin = meta.tx.isCoinbase() ? null : coins.getOutputFor(input)
        return {
          txid: reverseHex(input.prevout.hash),
          vout: input.prevout.index,
          sequence: input.sequence,
          is_coinbase: meta.tx.isCoinbase(),
          prevout: coin ? toOutput(coin) : null,
        }
      }),
      vout: meta.tx.outputs.map(toOutput),
      status: toStatus(meta),
    }
  }

  const listTransactions = async (address: string) => {
    const metas = await node.getMetaByAddress(toNodeAddress(address))
    const listed = await Promise.all(metas.map(toJson))
    const rank = ({ status }: (typeof listed)[number]) => status.block_height ?? Infinity
    return listed.toSorted((one, other) =>
      rank(one) === rank(other) ? 0 : rank(other) > rank(one) ? 1 : -1,
    )
  }

  const readAddress = async (address: string, rest: readonly string[]) => {
    const listed = await listTransactions(address)
    const confirmed = listed.filter(({ status }) => status.confirmed)
    const unconfirmed = listed.filter(({ status }) => !status.confirmed)
    const [, kind, last] = rest

    if (rest[0] === 'utxo') return json(await listUnspent(address))
    if (rest[0] === undefined) return json({ address, chain_stats: sum(confirmed, address) })
    if (kind === 'mempool') return json(unconfirmed.slice(0, 50))
    if (kind === 'chain') {
      const start = confirmed.findIndex(({ txid }) => txid === last) + 1
      return json(confirmed.slice(start, start + PAGE))
    }
    return json([...unconfirmed.slice(0, 50), ...confirmed.slice(0, PAGE)])
  }

  const listUnspent = async (address: string) => {
    const coins = await node.getCoinsByAddress(toNodeAddress(address))
    return Promise.all(
      coins.map(async ({ hash, index, value }) => {
        const meta = await node.getMeta(hash)
        const status = meta ? toStatus(meta) : { confirmed: false }
        return { txid: reverseHex(hash), vout: index, value, status }
      }),
    )
  }

  const sum = (listed: Awaited<ReturnType<typeof listTransactions>>, address: string) => {
    const add = (outputs: readonly (ReturnType<typeof toOutput> | null)[]) =>
      outputs.reduce(
        (total, output) => total + (output?.scriptpubkey_address === address ? output.value : 0),
        0,
      )
    return {
      tx_count: listed.length,
      funded_txo_sum: add(listed.flatMap(({ vout }) => vout)),
      spent_txo_sum: add(listed.flatMap(({ vin }) => vin.map(({ prevout }) => prevout))),
    }
  }

  const answer = async (url: string, body: string) => {
    const [, part, id = '', ...rest] = url.replace(/^\/api/, '').split('/')

    if (part === 'tx' && !id) return plain(await send(body.trim()))
    if (part === 'blocks') {
      const tip = await chain.getEntryByHeight(visibleHeight())
      return plain(rest[0] === 'height' ? String(tip?.height) : (tip?.rhash() ?? ''))
    }
    if (part === 'block-height') {
      const entry = Number(id) <= visibleHeight() ? await chain.getEntryByHeight(Number(id)) : null
      return entry ? plain(entry.rhash()) : plain('Block not found', 404)
    }
    if (part === 'block') {
      const entry = await chain.getEntry(reverseHex(id))
      if (!entry) return plain('Block not found', 404)
      return json({ id, height: entry.height, timestamp: entry.time })
    }
    if (part === 'tx') {
      const meta = await node.getMeta(reverseHex(id))
      if (!meta) return plain('Transaction not found', 404)
      return rest[0] === 'hex' ? plain(meta.tx.toRaw().toString('hex')) : json(await toJson(meta))
    }
    if (part === 'address') return readAddress(id, rest)
    if (part === 'fee-estimates') return json('{"1":20.5,"3":12,"6":8.125,"144":1}')
    return plain('endpoint does not exist', 404)
  }

  const { state, origin, stop } = await startFacade(answer)
  return { state, view, url: `${origin}/api`, stop }
}
