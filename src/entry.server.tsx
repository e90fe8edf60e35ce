import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { isOutage } from '#platform/db/connection-errors.ts'
import { appContext, nonceContext, outageContext } from './web/context.ts'
import { NonceProvider } from './web/nonce.tsx'

export const streamTimeout = 5_000

/** Renders a page; crawlers get it whole, browsers as soon as its frame is ready. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const nonce = context.get(nonceContext)
  const ready = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady'

  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        [ready]: () => {
          const body = new PassThrough()
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        },
        onShellError: reject,
        onError: (error: unknown) =>
          context.get(appContext).log.error({ err: error }, 'a page broke'),
      },
    )

    setTimeout(abort, streamTimeout + 1000).unref()
  })
}

/**
 * Logs loader failures, except wrong addresses and aborted requests, and records that the database
 * can't be reached.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return

  const { log } = context.get(appContext)
  if (!isOutage(error)) return log.error({ err: error }, 'a loader broke')

  context.get(outageContext).met = true
  log.warn({ why: String(error) }, 'a loader lost its database')
}
