import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { selfSigned } from '../support/certificates.ts'
import type { RehearsalClock } from './clock.ts'

/** Invented prices in dollars. The answers name themselves a rehearsal. */
const PRICES: Readonly<Record<string, string>> = { BTC: '64000.00', ETH: '3200.00', USDT: '1.0000' }
const OTHER = '1.0000'
const NAME = 'rehearsal: invented prices'
const HOSTS = ['api.kraken.com', 'api.exchange.coinbase.com'] as const

/**
 * Serves invented prices under the names of two exchanges, behind a proxy that the server is
 * configured to use, as in a network without a way out. No request leaves this machine.
 */
export async function startPriceStub(clock: RehearsalClock) {
  const certificates = new Map(HOSTS.map((host) => [host as string, selfSigned(host)]))
  const exchanges = createTlsServer(
    {
      SNICallback: (host, done) => {
        const found = certificates.get(host)
        done(found ? null : new Error(host), found && createSecureContext(found))
      },
    },
    (request, response) => {
      const body = answer(
        request.headers.host ?? '',
        new URL(request.url ?? '', 'https://x'),
        clock,
      )
      response
        .writeHead(body === null ? 404 : 200, { 'content-type': 'application/json', server: NAME })
        .end(JSON.stringify(body))
    },
  )
  exchanges.listen(0, '127.0.0.1')
  await once(exchanges, 'listening')
  const { port } = exchanges.address() as AddressInfo

  const proxy = createServer((_request, response) => response.writeHead(403).end())
  const open = new Set<Socket>()
  proxy.on('connect', (request, socket: Socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}))
    const [host = ''] = (request.url ?? '').split(':')
    if (!certificates.has(host)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')

    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket)
      socket.pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    certificates: [...certificates.values()].map(({ cert }) => cert),
    environment: {
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NO_PROXY: 'localhost,127.0.0.1',
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      proxy.close()
      exchanges.closeAllConnections()
      exchanges.close()
    },
  }
}

function answer(host: string, { pathname, searchParams }: URL, clock: RehearsalClock): unknown {
  const now = clock.now()
  if (host.startsWith('api.kraken.com'))
    return pathname.endsWith('/Ticker')
      ? { error: [], result: buildKrakenTickers(searchParams.get('pair') ?? '') }
      : { error: [NAME], result: {} }

  const [, , product = '', kind] = pathname.split('/')
  if (kind !== 'ticker') return []
  const [symbol = ''] = product.split('-')

  return { price: PRICES[symbol] ?? OTHER, time: now.toISOString(), source: NAME }
}

/** Kraken answers under names of its own: XXBTZUSD for XBTUSD. */
const buildKrakenTickers = (pairs: string) =>
  Object.fromEntries(
    pairs.split(',').map((pair) => {
      const symbol = /^X?(XBT|ETH|USDT)/.exec(pair)?.[1] ?? ''
      const price = PRICES[symbol === 'XBT' ? 'BTC' : symbol] ?? OTHER
      return [KRAKEN_NAMES[pair] ?? pair, { c: [price, '1'], source: NAME }]
    }),
  )

const KRAKEN_NAMES: Readonly<Record<string, string>> = {
  XBTUSD: 'XXBTZUSD',
  ETHUSD: 'XETHZUSD',
  USDTUSD: 'USDTZUSD',
}
