import {
  BITCOIN_NETWORKS,
  type BitcoinNetwork,
  toScriptBytes,
} from '../../../src/modules/chains/model/bitcoin-networks.ts'
import { Address, type BcoinNode, reverseHex, Script } from './bcoin.ts'
import { type FacadeAnswer, startFacade } from './facade-server.ts'

type Call = { id: unknown; method: string; params: unknown[] }
type Rejection = { code?: number; message: string }

const NOT_INDEXED =
  'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain ' +
  'transaction queries. Use gettransaction for wallet transactions.'
const UNKNOWN =
  'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'

/** Serves the node as Bitcoin Core's JSON-RPC; where bcoin's differs, as Core documents it. */
export async function startCore(
  node: BcoinNode,
  send: (rawHex: string) => Promise<string>,
  network: BitcoinNetwork,
) {
  const view = { indexed: true, loading: false, password: 'a secret' }
  const execute = (method: string, params: readonly unknown[]) =>
    node.rpc.execute({ method, params })

  const readTransaction = async ([txid, verbose, blockHash]: unknown[]) => {
    const meta = await node.getMeta(reverseHex(String(txid)))
    if (!meta) throw reject(-5, view.indexed ? UNKNOWN : NOT_INDEXED)
    if (meta.block && !view.indexed && !blockHash) throw reject(-5, NOT_INDEXED)

    const found = await execute('getrawtransaction', [txid, Boolean(verbose)])
    if (typeof found !== 'object') return found
    const { blockhash, ...rest } = found as { blockhash: string | null }
    return blockhash === null ? rest : found
  }

  const scanUnspent = async (descriptor: string) => {
    const address = descriptor.slice('addr('.length, -1)
    const script = Script.fromRaw(Buffer.from(toScriptBytes(address, network)))
    const coins = await node.getCoinsByAddress(Address.fromScript(script))
    const confirmed = coins.filter(({ height }) => height >= 0)
    return {
      success: true,
      height: node.chain.tip.height,
      bestblock: node.chain.tip.rhash(),
      unspents: confirmed.map(({ hash, index, value, height }) => ({
        txid: reverseHex(hash),
        vout: index,
        amount: value / 1e8,
        height,
      })),
      total_amount: confirmed.reduce((sum, { value }) => sum + value, 0) / 1e8,
    }
  }

  const methods: Record<string, (params: unknown[]) => Promise<unknown>> = {
    getblock: ([hash]) => execute('getblock', [hash, true, true]),
    getrawtransaction: readTransaction,
    getblockchaininfo: async () => {
      const info = (await execute('getblockchaininfo', [])) as Record<string, unknown>
      const { pruneheight: _, ...rest } = info
      const { coreName: chain } = BITCOIN_NETWORKS[network]
      return { ...rest, chain, initialblockdownload: view.loading }
    },
    scantxoutset: ([, descriptors]) => scanUnspent((descriptors as string[])[0] ?? ''),
    estimatesmartfee: async ([blocks]) => ({ feerate: 0.000_205, blocks }),
    sendrawtransaction: ([rawHex]) =>
      send(String(rawHex)).catch((error: Error) => {
        throw reject(-26, error.message)
      }),
  }

  const answer = async ({ id, method, params }: Call) => {
    try {
      const result = await (methods[method]?.(params) ?? execute(method, params))
      return { result, error: null, id }
    } catch (error) {
      const { code = -1, message } = error as Rejection
      return { result: null, error: { code, message }, id }
    }
  }

  const { state, origin, stop } = await startFacade(async (_, body, { headers }) => {
    const [, login = ''] = headers.authorization?.split(' ') ?? []
    if (Buffer.from(login, 'base64').toString() !== `candor:${view.password}`)
      return { status: 401, type: 'text/html', text: '' }

    const calls = JSON.parse(body) as Call | Call[]
    if (Array.isArray(calls)) return write(200, await Promise.all(calls.map(answer)))
    const answered = await answer(calls)
    return write(answered.error ? 500 : 200, answered)
  })

  const url = origin.replace('//', `//candor:${encodeURIComponent(view.password)}@`)
  return { state, view, url, stop }
}

const reject = (code: number, message: string) => Object.assign(new Error(message), { code })

const AMOUNTS = new Set(['value', 'amount', 'total_amount', 'feerate'])
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Core writes amounts with eight decimals. */
const write = (status: number, value: unknown): FacadeAnswer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(value, (key, item: unknown) =>
    typeof item === 'number' && AMOUNTS.has(key) ? rawJSON(item.toFixed(8)) : item,
  ),
})
