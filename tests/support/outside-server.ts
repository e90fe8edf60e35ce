import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OutsideServer = {
  /** Where it listens, as a feed's address. */
  base: string
  /** The paths that were asked for, in order. */
  requestedPaths: string[]
  /** What it does from now on. */
  behave(listener: RequestListener): void
  close(): Promise<void>
}

/**
 * Stands for the outside world: a server of this machine in the place of a price feed, which
 * answers as the test says.
 */
export async function outsideServer(): Promise<OutsideServer> {
  let listener: RequestListener = (_request, response) => response.writeHead(404).end()
  const requestedPaths: string[] = []
  const server: Server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    listener(request, response)
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo

  return {
    base: `http://127.0.0.1:${port}`,
    requestedPaths,
    behave: (next) => {
      listener = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers JSON: one thing to everybody, or what belongs to the beginning of the path. */
export const answering =
  (answers: Record<string, unknown>, type = 'application/json'): RequestListener =>
  (request, response) => {
    const found = Object.entries(answers).find(([start]) => request.url?.startsWith(start))
    if (!found) return void response.writeHead(404, { 'content-type': type }).end('{}')
    const [, answer] = found
    response.writeHead(200, { 'content-type': type })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
