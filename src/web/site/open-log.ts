import type { Context, Hono } from 'hono'
import { parseTilePath } from '#modules/transparency/model.ts'
import { findPublishedCheckpoint, findTile } from '#modules/transparency/queries.ts'
import type { App } from '#platform/app.ts'
import type { HttpEnv } from '#platform/http/app.ts'

const PREFIX = '/open-books/log/'
/** A tile never changes, and neither does a partial one of a width. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Mounts the transparency log as files (c2sp.org/tlog-tiles): the checkpoint and its tiles. Any
 * program may read them, and any site may mirror them.
 */
export function mountOpenLog(http: Hono<HttpEnv>, app: App) {
  http.get(`${PREFIX}checkpoint`, async (c) => {
    const checkpoint = await findPublishedCheckpoint(app.db)
    return checkpoint
      ? sendFile(c, 'text/plain; charset=utf-8', checkpoint.note, 'no-cache')
      : c.notFound()
  })
  http.get(`${PREFIX}tile/*`, async (c) => {
    const place = parseTilePath(c.req.path.slice(PREFIX.length))
    const tile = place && (await findTile(app.db, place))
    return tile
      ? sendFile(c, 'application/octet-stream', Uint8Array.from(tile), FOREVER)
      : c.notFound()
  })
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
