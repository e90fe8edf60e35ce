import { fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import { ChainProviderError } from './chain-provider.ts'
import { describeFailure } from './json-rpc.ts'

export type TronGridAccess = { base: string; key?: string | undefined; usdt: string }
const TIMEOUT_MS = 15_000
const MAX_BYTES = 8 << 20

export type TronGridRequest = (path: string, body?: unknown) => Promise<unknown>

export function createRequest({ base, key }: TronGridAccess): TronGridRequest {
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
