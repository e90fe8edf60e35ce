import { ChainProviderError } from './chain-provider.ts'
import { parseAnswer } from './json-rpc.ts'
import { pageSchema } from './trongrid-answers.ts'
import type { TronGridRequest } from './trongrid-request.ts'

const PAGE_SIZE = 200
const MAX_PAGES = 50

/** Returns the read of the ids of transactions that transferred USDT to an address. */
export function createTransferList(request: TronGridRequest, usdt: string) {
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
