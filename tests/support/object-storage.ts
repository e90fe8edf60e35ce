import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { buildS3Options, type S3Options } from '#platform/files/s3-options.ts'
import { readConfig } from '../../src/config.ts'

const SERVER = join(import.meta.dirname, 'object-storage-server.ts')
const BUCKET = 'candor-test'

/** The key pair that the server is shipped with. */
const KEY = 'S3RVER'

/** Answers a request in the place of the storage, and returns whether it did. */
export type Interception = (request: IncomingMessage, response: ServerResponse) => boolean

export type ObjectStorage = {
  /** The settings of an installation that uses the bucket. */
  environment: Record<string, string>
  options: S3Options
  /** Method and path of every request, in order. */
  requests: string[]
  /** The headers of the last request. */
  lastHeaders(): IncomingMessage['headers']
  /** Where the server stores the content of an object, for damage behind its back. */
  resolvePath(key: string): string
  /** What happens to requests from now on; null lets them all through. */
  intercept(interception: Interception | null): void
  /** Whether requests without a signature are let through, as with a public bucket. */
  setPublic(isPublic: boolean): void
  /** Headers that are added to each answer of the storage. */
  addHeaders(headers: Record<string, string>): void
  close(): Promise<void>
}

/**
 * A bucket of s3rver, which stores objects on disk and verifies signatures of version 4, on the
 * loopback. A gateway in front refuses requests without a signature, as private buckets do, and
 * fails as the test says.
 */
export async function openObjectStorage(): Promise<ObjectStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bucket-'))
  const child = spawn(process.execPath, [SERVER, folder, BUCKET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const gateway = await openGateway(await readPort(child))

  const environment = {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: gateway.base,
    S3_PATH_STYLE: '1',
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: KEY,
  }
  const options = buildS3Options(readConfig(environment))
  if (!options) throw new Error('the settings name a bucket')

  return {
    ...gateway,
    environment,
    options,
    resolvePath: (key) => join(folder, BUCKET, `${key}._S3rver_object`),
    close: async () => {
      await gateway.close()
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The port that the server prints when it listens. */
async function readPort(child: ChildProcess): Promise<number> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    const port = /listening on (\d+)/.exec(text)?.[1]
    if (port) return Number(port)
  }
  throw new Error(`The object storage ended:\n${text}`)
}

async function openGateway(port: number) {
  let interception: Interception | null = null
  let isPublic = false
  let addedHeaders: Record<string, string> = {}
  let lastHeaders: IncomingMessage['headers'] = {}
  // a bucket replaces an object at once; s3rver mixes the files of two writes at the same time
  let writes = Promise.resolve()
  const requests: string[] = []

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    lastHeaders = request.headers
    if (interception?.(request, response)) return
    if (!isPublic && !request.headers.authorization)
      return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')

    const forward = () => forwardRequest(port, request, response, addedHeaders)
    if (request.method === 'PUT') writes = writes.then(forward)
    else void forward()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lastHeaders: () => lastHeaders,
    intercept: (next: Interception | null) => {
      interception = next
    },
    setPublic: (next: boolean) => {
      isPublic = next
    },
    addHeaders: (next: Record<string, string>) => {
      addedHeaders = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Passes a request to the storage and its answer back, and resolves when both are through. */
const forwardRequest = (
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
  addedHeaders: Record<string, string>,
) =>
  new Promise<void>((resolve) => {
    const { method, url: path, headers } = request
    const forwarded = openRequest({ port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...addedHeaders })
      answer.pipe(response)
    })
    forwarded.on('close', resolve)
    pipeline(request, forwarded, (error) => error && response.destroy())
  })
