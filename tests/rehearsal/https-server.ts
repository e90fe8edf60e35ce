import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../support/certificates.ts'

/** Starts the HTTPS server in front of the web process, as the operator's proxy does. */
export async function startHttpsServer(webPort: number) {
  const { key, cert } = selfSigned('localhost')
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const upstream = request(
      {
        host: '127.0.0.1',
        port: webPort,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': incoming.socket.remoteAddress,
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    upstream.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    })
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: cert,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
