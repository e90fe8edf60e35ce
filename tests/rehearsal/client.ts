import { randomUUID } from 'node:crypto'
import { request } from 'node:https'
import type { ContractRouterClient } from '@orpc/contract'
import { contract } from '../../src/contract.ts'
import { parseExactJson } from '../../src/lib/exact-json.ts'
import type { CallMeta } from '../../src/platform/http/contract.ts'

type Calls = ContractRouterClient<typeof contract>
type Fields = Record<string, unknown>
type Procedure = {
  '~orpc': {
    route: { method?: string; path?: `/${string}`; outputStructure?: string }
    meta: CallMeta
  }
}
type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }
export type Answer = { status: number; type: string; text: string }

/** An answer that is no success. */
export class RefusedCall extends Error {
  readonly status: number
  readonly code: string
  constructor(call: string, { status, text }: Answer) {
    super(`${call}: ${status} ${text.slice(0, 600)}`)
    this.status = status
    this.code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
  }
}

export type Connection = { url: string; certificate: string }

/** Sends one HTTPS request, whose certificate is checked. */
export const send = ({ url, certificate }: Connection, { method, path, headers, body }: Sent) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      { method, headers, ca: certificate, agent: false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString('utf8'),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })

/** Returns the calls of the contract, typed by it, as a person with this token makes them. */
export const createCalls = (connection: Connection, token?: string): Calls =>
  buildCalls(contract, [], async (name, procedure, input) => {
    const sent = await prepare(procedure, input, token)
    const answer = await send(connection, sent)
    if (answer.status >= 400) throw new RefusedCall(name, answer)
    if (!answer.type.startsWith('application/json')) return answer.text

    const body = parseExactJson(answer.text)
    return procedure['~orpc'].route.outputStructure === 'detailed'
      ? { status: answer.status, body }
      : body
  }) as Calls

type Call = (name: string, procedure: Procedure, input: Fields) => Promise<unknown>

function buildCalls(node: object, path: readonly string[], call: Call): unknown {
  if ('~orpc' in node) return (input: Fields = {}) => call(path.join('.'), node as Procedure, input)

  return Object.fromEntries(
    Object.entries(node).map(([name, child]) => [
      name,
      buildCalls(child as object, [...path, name], call),
    ]),
  )
}

async function prepare(procedure: Procedure, input: Fields, token?: string): Promise<Sent> {
  const { route, meta } = procedure['~orpc']
  const method = route.method ?? 'POST'
  const rest: Fields = { ...input }
  const path = `/api${route.path}`.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(meta.money && { 'idempotency-key': randomUUID() }),
  }

  if (method === 'GET') {
    const pairs = Object.entries(rest).map(([name, value]) => [name, String(value)])
    const query = new URLSearchParams(pairs).toString()
    return { method, path: query ? `${path}?${query}` : path, headers, body: null }
  }

  const { type, body } = await writeBody(rest, meta.upload)
  return { method, path, headers: { ...headers, 'content-type': type }, body }
}

async function writeBody(fields: Fields, upload: boolean) {
  if (!upload) return { type: 'application/json', body: Buffer.from(JSON.stringify(fields)) }

  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  const encoded = new Response(form)

  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
