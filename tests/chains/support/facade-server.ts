import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FacadeAnswer = { status: number; type: string; text: string }

/** What goes wrong with a provider; `ok` answers. */
export type Mishap = 'ok' | 'missing' | 'limited' | 'failing' | 'garbage' | 'silent'

const MISHAPS: Record<Exclude<Mishap, 'ok' | 'silent'>, FacadeAnswer> = {
  missing: { status: 404, type: 'text/html', text: '<h1>Not Found</h1>' },
  limited: { status: 429, type: 'text/plain', text: 'Too Many Requests' },
  failing: { status: 502, type: 'text/html', text: '<h1>Bad Gateway</h1>' },
  garbage: { status: 200, type: 'application/json', text: '{"surprise":[]}' },
}

/** Serves answers on a free port of this machine, and counts the requests. */
export async function startFacade(
  answer: (path: string, body: string, request: IncomingMessage) => Promise<FacadeAnswer>,
) {
  const state: { mishap: Mishap; only: string; requests: string[] } = {
    mishap: 'ok',
    /** The mishap concerns paths with this text. */
    only: '',
    requests: [],
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    state.requests.push(request.url ?? '')
    const mishap = request.url?.includes(state.only) ? state.mishap : 'ok'
    if (mishap === 'silent') return

    let body = ''
    for await (const part of request) body += part
    const { status, type, text } =
      mishap === 'ok' ? await answer(request.url ?? '', body, request) : MISHAPS[mishap]
    response.writeHead(status, { 'content-type': type }).end(text)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) =>
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    state,
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const json = (value: unknown): FacadeAnswer => ({
  status: 200,
  type: 'application/json',
  text: typeof value === 'string' ? value : JSON.stringify(value),
})
export const plain = (text: string, status = 200): FacadeAnswer => ({
  status,
  type: 'text/plain',
  text,
})
