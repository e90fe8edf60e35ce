import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type RpcRequest = { id: number; method: string; params: unknown[] }
type RpcAnswer = { id: number; result?: unknown; error?: { code: number; message: string } }

/** Changes what the node answers to a call; undefined leaves it as it is. */
export type Fault = (request: RpcRequest, answer: RpcAnswer) => Partial<RpcAnswer> | undefined

/** Starts a proxy of a real node that answers as a faulty machine would. */
export async function startFaultyNode(target: string) {
  let fault: Fault = () => undefined
  let respond: ((response: ServerResponse) => void) | null = null

  const server = createServer(async (request, response) => {
    if (respond) return respond(response)

    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(target, { method: 'POST', headers, body })

    response.writeHead(200, headers)
    response.end(JSON.stringify(applyFault(fault, JSON.parse(body), await answer.json())))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes answers from now on. */
    behave: (next: Fault = () => undefined) => {
      fault = next
      respond = null
    },
    /** Responds itself from now on, without the node. */
    respond: (next: (response: ServerResponse) => void) => {
      respond = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function applyFault(
  fault: Fault,
  requests: RpcRequest | RpcRequest[],
  answers: RpcAnswer | RpcAnswer[],
) {
  const change = (answer: RpcAnswer) => {
    const request = [requests].flat().find(({ id }) => id === answer.id)
    const changed = request && fault(request, answer)
    if (!changed) return answer

    const { result: _result, error: _error, ...rest } = answer
    return { ...rest, ...changed }
  }

  return Array.isArray(answers) ? answers.map(change) : change(answers)
}
