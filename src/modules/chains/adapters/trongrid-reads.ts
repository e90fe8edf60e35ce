import { decodeTronAddress } from '#lib/addresses.ts'
import type { BlockRef } from '../model.ts'
import { ChainProviderError } from './chain-provider.ts'
import { parseAnswer } from './json-rpc.ts'
import {
  blockSchema,
  constantSchema,
  infoSchema,
  isEmpty,
  isSuccess,
  listTransfer,
  toBlockRef,
} from './trongrid-answers.ts'
import { createRequest, type TronGridAccess, type TronGridRequest } from './trongrid-request.ts'
import { createTransferList } from './trongrid-transfers.ts'

const MAX_REMEMBERED = 5_000

export type TronGridReads = ReturnType<typeof createTronGridReads>

/** Returns the reads of TronGrid's REST API, as documented on developers.tron.network. */
export function createTronGridReads(options: TronGridAccess) {
  const request = createRequest(options)

  return {
    ...createBlockReads(request),
    ...createTransactionReads(request, options.usdt),
    listTransfers: createTransferList(request, options.usdt),
  }
}

function createBlockReads(request: TronGridRequest) {
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

function createTransactionReads(request: TronGridRequest, usdt: string) {
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
