import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeTronAddress } from '../../src/lib/addresses.ts'

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SENDER = 'TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh'

export type StubTransfer = {
  to: string
  value: string
  /** In the list of the address; the contract of USDT unless set. */
  token?: string
  type?: string
  height: number
  failed?: boolean
}

/**
 * Starts a server in the place of TronGrid, with the shapes that developers.tron.network documents: no TRON node can be
 * run here, so this is a stub and no proof of how the service behaves.
 */
export async function startTronGridStub(usdt: string, tip: { height: number; at: Date }) {
  const transfers: (StubTransfer & { txid: string })[] = []
  const requests: { url: URL; key: string | undefined }[] = []
  let status = 200

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stub')
    requests.push({ url, key: String(request.headers['tron-pro-api-key']) })
    const body = request.method === 'POST' ? await readBody(request) : {}
    const answer = route(url, body)
    response.writeHead(answer === undefined ? 404 : status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })

  const makeBlock = (height: number) => ({
    blockID: height.toString(16).padStart(16, '0').padEnd(64, 'b'),
    block_header: {
      raw_data: {
        number: height,
        timestamp: tip.at.getTime() - (tip.height - height) * 3_000,
        txTrieRoot: '0'.repeat(64),
        parentHash: (height - 1).toString(16).padStart(16, '0').padEnd(64, 'b'),
        version: 31,
      },
    },
  })

  const listRows = (url: URL, address: string) => {
    const limit = Number(url.searchParams.get('limit') ?? 20)
    const from = Number(url.searchParams.get('fingerprint') ?? 0)
    const since = Number(url.searchParams.get('min_timestamp') ?? 0)
    // contract_address is left to the reader: it filters again
    const rows = transfers
      .map((transfer) => ({ transfer, at: makeBlock(transfer.height) }))
      .filter(({ transfer, at }) => {
        const { timestamp } = at.block_header.raw_data
        return transfer.to === address && timestamp >= since
      })
    const page = rows.slice(from, from + Math.min(limit, 2))

    return {
      data: page.map(({ transfer, at }) => ({
        transaction_id: transfer.txid,
        token_info: {
          symbol: 'USDT',
          address: transfer.token ?? usdt,
          decimals: 6,
          name: 'Tether USD',
        },
        block_timestamp: at.block_header.raw_data.timestamp,
        from: SENDER,
        to: transfer.to,
        type: transfer.type ?? 'Transfer',
        value: transfer.value,
      })),
      success: true,
      meta: {
        at: tip.at.getTime(),
        page_size: page.length,
        ...(from + page.length < rows.length && { fingerprint: String(from + page.length) }),
      },
    }
  }

  const describeTransaction = (txid: string) => {
    const own = transfers.filter((transfer) => transfer.txid === txid)
    const [first] = own
    if (!first || first.height > tip.height) return {}

    return {
      id: txid,
      fee: 345_000,
      blockNumber: first.height,
      blockTimeStamp: makeBlock(first.height).block_header.raw_data.timestamp,
      contractResult: [''],
      receipt: { result: first.failed ? 'REVERT' : 'SUCCESS', energy_usage_total: 31_895 },
      ...(first.failed && { result: 'FAILED' }),
      log: own.map((transfer) => ({
        address: decodeTronAddress(transfer.token ?? usdt).slice(2),
        topics: [TRANSFER, encodeWord(SENDER), encodeWord(transfer.to)],
        data: BigInt(transfer.value).toString(16).padStart(64, '0'),
      })),
    }
  }

  const route = (url: URL, body: Record<string, unknown>): unknown => {
    const [, address] = /^\/v1\/accounts\/(T\w+)\/transactions\/trc20$/.exec(url.pathname) ?? []
    if (address) return listRows(url, address)
    if (url.pathname === '/walletsolidity/getnowblock') return makeBlock(tip.height)
    if (url.pathname === '/walletsolidity/getblock') {
      const height = Number(body.id_or_num)
      return height > tip.height ? {} : makeBlock(height)
    }
    if (url.pathname === '/walletsolidity/gettransactioninfobyid')
      return describeTransaction(String(body.value))
    if (url.pathname === '/walletsolidity/triggerconstantcontract')
      return { result: { result: true }, constant_result: [777n.toString(16).padStart(64, '0')] }
    return undefined
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    tip,
    /** Adds a transaction with transfers; returns its id. */
    add: (...added: StubTransfer[]): string => {
      const txid = (transfers.length + 1).toString(16).padStart(64, 'e')
      transfers.push(...added.map((transfer) => ({ ...transfer, txid })))
      return txid
    },
    answerStatus: (next: number) => {
      status = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const encodeWord = (address: string) => decodeTronAddress(address).slice(2).padStart(64, '0')

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString() || '{}')
}
