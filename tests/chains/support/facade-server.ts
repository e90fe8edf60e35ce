import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FacadeAnswer = { status: number; type: string; text: string }

/** What goes wrong with a provider; `ok` answers. */
export type Mishap = 'ok' | 'limited' | 'failing' | 'garbage' | 'silent'

const MISHAPS: Record<Exclude<Mishap, 'ok' | 'silent'>, FacadeAnswer> = {
  limited: { status: 429, type: 'text/plain', text: 'Too Many Requests' },
  failing: { status: 502, type: 'text/html', text: '<h1>Bad Gateway</h1>' },
  garbage: { status: 200, type: 'application/json', text: '{"surprise":[]}' },
}

/** Serves answers on a free port of this machine, and counts the requests. */
export async function startFacade(
  answer: (path: string, body: string, request: IncomingMessage) => Promise<FacadeAnswer>,
) {
  const state: { mishap: Mishap; requests: string[] } = { mishap: 'ok', requests: [] }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    state.requests.push(request.url ?? '')
    if (state.mishap === 'silent') return

    let body = ''
    for await (const part of request) body += part
    const { status, type, text } =
      state.mishap === 'ok' ? await answer(request.url ?? '', body, request) : MISHAPS[state.mishap]
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
