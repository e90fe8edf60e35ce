import { readFile, stat } from 'node:fs/promises'
import {
  describeFailure,
  ExternalServiceError,
  requestExternal,
} from '#platform/http/fetch-external-json.ts'

/** The largest official list has about 110 MB, as OFAC's detailed XML. */
const MAX_BYTES = 256 * 1024 * 1024
const TIMEOUT_MS = 120_000

/**
 * Reads a list from a file or an https address. Throws an error that names the place, but not what
 * follows the host of an address: it may be a token.
 */
export const readList = (address: string): Promise<string> =>
  address.startsWith('/') ? readListFile(address) : requestList(address)

async function readListFile(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES} bytes`)

  return await readFile(path, 'utf8')
}

async function requestList(address: string): Promise<string> {
  const { origin, host, pathname, search } = new URL(address)
  const { status, text } = await requestExternal({
    base: origin,
    path: `${pathname}${search}`,
    headers: { accept: '*/*' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    if (error instanceof ExternalServiceError) throw new Error(`${host} ${error.message}`)
    throw new Error(`${host} can’t be reached (${describeFailure(error)})`)
  })
  if (status !== 200) throw new Error(`${host} answered ${status}`)

  return text
}
