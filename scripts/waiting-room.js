import { createServer } from 'node:http'
import { assertPortFree } from './ports.js'
import { complain } from './print.js'
import { stopEverything } from './shutdown.js'

const READINESS = '{"ready":false,"missing":["database"]}'
const REFUSAL = JSON.stringify({
  message: 'The service is starting. Please try again in a few seconds.',
  code: 'unavailable',
  errors: [],
})

/**
 * Answers on the port of a process that waits for its database: it is alive, it isn't ready, and
 * every other request is to come again. A worker without METRICS_PORT has no port.
 * @param {{ HOST: string, PORT: number, METRICS_PORT?: number | undefined }} config
 * @param {'web' | 'worker'} part
 */
export function createWaitingRoom({ HOST, PORT, METRICS_PORT }, part) {
  const [port, setting] = part === 'web' ? [PORT, 'PORT'] : [METRICS_PORT, 'METRICS_PORT']
  /** @type {Promise<import('node:http').Server | undefined> | undefined} */
  let opening

  const open = async () => {
    if (port === undefined) return undefined

    await assertPortFree(HOST, port, setting)
    const server = createServer(answer)
    await new Promise((resolve) => server.listen(port, HOST, () => resolve(undefined)))

    return server
  }

  return {
    open: () => {
      opening ??= open().catch(async (error) => {
        complain(error)
        return await stopEverything(1)
      })
    },
    close: async () => {
      const server = await opening
      if (!server) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer({ url = '' }, response) {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'retry-after': '5',
  }
  const path = url.split('?')[0]

  if (path === '/healthz') response.writeHead(200, headers).end('{"healthy":true}')
  else response.writeHead(503, headers).end(path === '/readyz' ? READINESS : REFUSAL)
}
