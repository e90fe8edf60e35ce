import { z } from 'zod'
import { decodeTronAddress } from '#lib/addresses.ts'
import { fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import type { BlockRef } from '../model.ts'
import { ChainProviderError } from './chain-provider.ts'
import { describeFailure, parseAnswer } from './json-rpc.ts'
import { TRANSFER_TOPIC } from './token-logs.ts'

type Options = { base: string; key?: string | undefined; usdt: string }

const PAGE_SIZE = 200
const MAX_PAGES = 50
const MAX_REMEMBERED = 5_000
const TIMEOUT_MS = 15_000
const MAX_BYTES = 8 << 20
const MAX_HEIGHT = 2 ** 31 - 1
const MAX_UNITS = 2n ** 63n - 1n

const digest = z.string().regex(/^[0-9a-f]{64}$/i)
const hash = digest.transform((text) => text.toLowerCase())
const height = z.number().int().min(0).max(MAX_HEIGHT)

const blockSchema = z.object({
  blockID: hash,
  // the first block has neither number nor time: java-tron leaves zeros out
  block_header: z.object({
    raw_data: z.object({ number: height.default(0), timestamp: z.number().int().default(0) }),
  }),
})

const pageSchema = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      transaction_id: hash,
      token_info: z.object({ address: z.string().optional() }),
      to: z.string(),
      type: z.string(),
      value: z.string().regex(/^\d{1,78}$/),
    }),
  ),
  meta: z.object({ fingerprint: z.string().optional() }),
})

const infoSchema = z.object({
  id: hash,
  blockNumber: height,
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }),
  log: z
    .array(
      z.object({
        address: z.string().regex(/^[0-9a-f]{40}$/i),
        topics: z.array(z.string()).default([]),
        data: z.string().default(''),
      }),
    )
    .default([]),
})

const constantSchema = z.object({ constant_result: z.tuple([digest], z.unknown()) })

export type TronGridReads = ReturnType<typeof createTronGridReads>

/** Returns the reads of TronGrid's REST API, as documented on developers.tron.network. */
export function createTronGridReads(options: Options) {
  const request = createRequest(options)

  return {
    ...createBlockReads(request),
    ...createTransactionReads(request, options.usdt),
    listTransfers: createTransferList(request, options.usdt),
  }
}

type Request = (path: string, body?: unknown) => Promise<unknown>

function createRequest({ base, key }: Options): Request {
  const headers = key === undefined ? {} : { 'TRON-PRO-API-KEY': key }

  return async (path, body) => {
    try {
      return await fetchExternalJson({
        base,
        path,
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
    } catch (cause) {
      throw new ChainProviderError('unreachable', describeFailure(cause), { cause })
    }
  }
}

function createBlockReads(request: Request) {
  return {
    readSolidBlock: async (): Promise<BlockRef> =>
      toBlockRef(
        parseAnswer(blockSchema, await request('/walletsolidity/getnowblock', {}), 'getnowblock'),
      ),

    /** Returns a block. Throws `behind` while the service doesn't have it. */
    readBlock: remember(async (at: number): Promise<BlockRef> => {
      const answer = await request('/walletsolidity/getblock', {
        id_or_num: String(at),
        detail: false,
      })
      if (isEmpty(answer)) throw new ChainProviderError('behind', `block ${at} is not there yet`)

      const block = toBlockRef(parseAnswer(blockSchema, answer, 'getblock'))
      if (block.height !== at)
        throw new ChainProviderError('invalid', `answered block ${block.height} instead of ${at}`)
      return block
    }),
  }
}

function createTransactionReads(request: Request, usdt: string) {
  const token = decodeTronAddress(usdt).slice(2)

  return {
    /** Returns the transfers of USDT in a solidified transaction; null if there is none yet. */
    findTransaction: remember(async (txid: string) => {
      const answer = await request('/walletsolidity/gettransactioninfobyid', { value: txid })
      if (isEmpty(answer)) return null

      const info = parseAnswer(infoSchema, answer, 'gettransactioninfobyid')
      if (info.id !== txid) throw new ChainProviderError('invalid', 'answered another transaction')

      const { log: events } = info
      const failed = info.result === 'FAILED' || !isSuccess(info.receipt.result)
      const transfers = failed
        ? []
        : events.flatMap((event, position) => listTransfer(event, position, token))
      return { height: info.blockNumber, failed, transfers }
    }),

    /** Returns the balance of USDT at the newest solidified block. */
    readBalance: async (address: string): Promise<bigint> => {
      const answer = await request('/walletsolidity/triggerconstantcontract', {
        owner_address: address,
        contract_address: usdt,
        function_selector: 'balanceOf(address)',
        parameter: decodeTronAddress(address).slice(2).padStart(64, '0'),
        visible: true,
      })
      const { constant_result } = parseAnswer(constantSchema, answer, 'triggerconstantcontract')
      return BigInt(`0x${constant_result[0]}`)
    },
  }
}

/** Returns the read of the ids of transactions that transferred USDT to an address. */
function createTransferList(request: Request, usdt: string) {
  const readPage = async (address: string, since: Date, fingerprint: string | undefined) => {
    const query = new URLSearchParams({
      only_to: 'true',
      only_confirmed: 'true',
      contract_address: usdt,
      min_timestamp: String(since.getTime()),
      order_by: 'block_timestamp,asc',
      limit: String(PAGE_SIZE),
      ...(fingerprint !== undefined && { fingerprint }),
    })
    const path = `/v1/accounts/${address}/transactions/trc20?${query}`
    return parseAnswer(pageSchema, await request(path), 'transactions/trc20')
  }

  return async (address: string, since: Date): Promise<readonly string[]> => {
    const txids = new Set<string>()
    let fingerprint: string | undefined

    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { data, meta } = await readPage(address, since, fingerprint)
      for (const { transaction_id, token_info, to, type, value } of data)
        if (
          type === 'Transfer' &&
          to === address &&
          token_info.address === usdt &&
          BigInt(value) > 0n
        )
          txids.add(transaction_id)

      if (meta.fingerprint === undefined || data.length === 0) return [...txids]
      fingerprint = meta.fingerprint
    }

    throw new ChainProviderError('invalid', `lists more than ${MAX_PAGES * PAGE_SIZE} transfers`)
  }
}

/** Caches answers that never change, as those of solidified blocks don't; null isn't cached. */
function remember<Key, Answer>(read: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const answers = new Map<Key, Answer>()

  return async (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known

    const answer = await read(key)
    if (answers.size >= MAX_REMEMBERED) answers.clear()
    if (answer !== null) answers.set(key, answer)
    return answer
  }
}

/** A contract call has the result SUCCESS; java-tron leaves it out for other transactions. */
const isSuccess = (result: string | undefined) => result === undefined || result === 'SUCCESS'

const isEmpty = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0

const toBlockRef = ({ blockID, block_header }: z.output<typeof blockSchema>): BlockRef => ({
  height: block_header.raw_data.number,
  hash: blockID,
  at: new Date(block_header.raw_data.timestamp),
})

type Log = z.output<typeof infoSchema>['log'][number]

function listTransfer({ address, topics, data }: Log, position: number, token: string) {
  const [topic, , recipient = ''] = topics
  const isTransfer =
    address.toLowerCase() === token &&
    topic?.toLowerCase() === TRANSFER_TOPIC &&
    topics.length === 3
  if (!isTransfer) return []
  if (!digest.safeParse(recipient).success || !digest.safeParse(data).success)
    throw new ChainProviderError('invalid', 'a transfer’s log can’t be read')

  const units = BigInt(`0x${data}`)
  if (units > MAX_UNITS)
    throw new ChainProviderError('invalid', 'a transfer has an impossible amount')

  return units === 0n
    ? []
    : [{ recipient: `0x${recipient.slice(24).toLowerCase()}`, units, position }]
}
