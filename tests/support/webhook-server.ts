import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WebhookServer = {
  /** An address with a secret in its path, as Slack's are. */
  url: string
  host: string
  /** The bodies of the messages that arrived, as text. */
  received: string[]
  /** Answers otherwise than with 200 from now on; null answers 200 again. */
  answerWith(answer: ((request: IncomingMessage, response: ServerResponse) => void) | null): void
  close(): Promise<void>
}

/** Opens an HTTP server that takes messages as a chat does. */
export async function openWebhookServer(): Promise<WebhookServer> {
  const received: string[] = []
  let answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push(body)

    if (answer) answer(request, response)
    else response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: `http://${host}/services/not-for-logs`,
    host,
    received,
    answerWith: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
