import type { Context, Hono } from 'hono'
import { DomainError } from '#lib/errors.ts'
import { getLogKeys, getWitnessKeys } from '#modules/transparency/adapters/log-keys.ts'
import { cosignCheckpoint } from '#modules/transparency/commands/cosign-checkpoint.ts'
import { formatVkey, parseTilePath } from '#modules/transparency/model.ts'
import { findNodes, findPublishedCheckpoint, findTile } from '#modules/transparency/queries.ts'
import type { App } from '#platform/app.ts'
import type { HttpEnv } from '#platform/http/app.ts'

const PREFIX = '/open-books/log/'
const WITNESS = '/open-books/witness/'
const MAX_BODY_BYTES = 64 * 1024
/** A tile never changes, and neither does a partial one of a width. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Mounts the transparency log as files (c2sp.org/tlog-tiles): the checkpoint and its tiles. Any
 * program may read them, and any site may mirror them.
 */
export function mountOpenLog(http: Hono<HttpEnv>, app: App) {
  http.post(`${WITNESS}add-checkpoint`, async (c) => {
    const request = await readText(c.req.raw)
    const { status, body, type } = await cosignCheckpoint(app, request)
    return c.body(body, status, { 'content-type': type, 'cache-control': 'no-store' })
  })
  http.get('/open-books/nodes/:epoch', async (c) => {
    const nodes = await findNodes(app.db, c.req.param('epoch'))
    return nodes
      ? sendFile(c, 'application/octet-stream', Uint8Array.from(nodes), FOREVER)
      : c.notFound()
  })
  http.get(`${PREFIX}checkpoint`, async (c) => {
    const checkpoint = await findPublishedCheckpoint(app, app.db)
    return checkpoint
      ? sendFile(c, 'text/plain; charset=utf-8', checkpoint.note, 'no-cache')
      : c.notFound()
  })
  for (const [prefix, getKeys] of [
    [PREFIX, getLogKeys],
    [WITNESS, getWitnessKeys],
  ] as const)
    http.get(`${prefix}vkeys`, (c) => {
      const vkeys = getKeys(app.config).map((key) => `${formatVkey(key)}\n`)
      return sendFile(c, 'text/plain; charset=utf-8', vkeys.join(''), 'no-cache')
    })
  http.get(`${PREFIX}tile/*`, async (c) => {
    const place = parseTilePath(c.req.path.slice(PREFIX.length))
    const tile = place && (await findTile(app.db, place))
    return tile
      ? sendFile(c, 'application/octet-stream', Uint8Array.from(tile), FOREVER)
      : c.notFound()
  })
}

/** Reads a short text. Throws `too_large` (413). */
async function readText(request: Request): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_BODY_BYTES)
      throw new DomainError('too_large', 413, 'A checkpoint can be up to 64 KiB.')
    parts.push(part)
  }

  return Buffer.concat(parts).toString('utf8')
}

const sendFile = (
  c: Context<HttpEnv>,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  caching: string,
) =>
  c.body(body, 200, {
    'content-type': type,
    'cache-control': caching,
    'access-control-allow-origin': '*',
  })
