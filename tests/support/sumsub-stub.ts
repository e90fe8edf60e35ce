import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { outsideServer } from './outside-server.ts'

/** What the stub knows of an applicant, in the shape of Sumsub's documentation. */
type StubApplicant = {
  id: string
  externalUserId: string
  fixedInfo: Record<string, string>
  info: Record<string, string>
  levelName: string
  deleted: boolean
  review: Record<string, unknown>
}

export const STUB_APP_TOKEN = 'sbx:stub-app-token'
export const STUB_SECRET_KEY = 'stub-secret-key-of-the-app-token'
export const STUB_WEBHOOK_SECRET = 'stub-secret-of-the-webhook'
export const STUB_LEVELS = [
  { kind: 'basic' as const, address: 'basic-kyc' },
  { kind: 'full' as const, address: 'address-kyc' },
  { kind: 'source_of_funds' as const, address: 'funds-kyc' },
]

export type SumsubStub = Awaited<ReturnType<typeof openSumsubStub>>

const signRequest = (method: string, path: string, body: string, seconds: string) =>
  createHmac('sha256', STUB_SECRET_KEY).update(`${seconds}${method}${path}${body}`).digest('hex')

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

const answer = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/**
 * Stands for Sumsub: a stub of the documented shape of its API, written from the documentation and
 * not tried against Sumsub itself. It answers 401 to a request whose signature is wrong.
 */
export async function openSumsubStub() {
  const applicants = new Map<string, StubApplicant>()
  const server = await outsideServer()
  let isDown = false
  let created = 0

  const createApplicant = (response: ServerResponse, levelName: string, text: string) => {
    const { externalUserId, fixedInfo } = JSON.parse(text)
    if (applicants.has(externalUserId))
      return answer(response, 409, { code: 409, description: 'Applicant already exists' })

    const id = `stub${String(++created).padStart(20, '0')}`
    applicants.set(externalUserId, {
      id,
      externalUserId,
      fixedInfo,
      info: {},
      levelName,
      deleted: false,
      review: { levelName, reviewStatus: 'init' },
    })
    answer(response, 201, { id, externalUserId })
  }

  const respond = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const { method = '', url = '' } = request
    const { pathname, searchParams } = new URL(url, 'http://stub')

    if (method === 'POST' && pathname === '/resources/applicants')
      return createApplicant(response, searchParams.get('levelName') ?? '', text)
    if (method === 'POST' && pathname === '/resources/sdkIntegrations/levels/-/websdkLink')
      return answer(response, 200, { url: `https://in.sumsub.example/${JSON.parse(text).userId}` })

    const external = /^\/resources\/applicants\/-;externalUserId=([^/]+)\/one$/.exec(pathname)?.[1]
    if (method === 'GET' && external) {
      const found = applicants.get(decodeURIComponent(external))
      return found ? answer(response, 200, found) : answer(response, 404, { code: 404 })
    }

    const gone = /^\/resources\/applicants\/(\w+)\/presence\/deactivated$/.exec(pathname)?.[1]
    const found = [...applicants.values()].find(({ id }) => id === gone)
    if (method === 'PATCH' && found) {
      found.deleted = true
      return answer(response, 200, { id: gone, deleted: true })
    }

    answer(response, 404, { code: 404 })
  }

  server.behave(async (request, response) => {
    const text = await readText(request)
    const seconds = String(request.headers['x-app-access-ts'])
    const signature = signRequest(request.method ?? '', request.url ?? '', text, seconds)
    if (isDown) return answer(response, 503, { code: 503 })
    if (
      request.headers['x-app-token'] !== STUB_APP_TOKEN ||
      request.headers['x-app-access-sig'] !== signature
    )
      return answer(response, 401, { code: 401, description: 'Invalid signature' })

    respond(request, response, text)
  })

  return {
    base: server.base,
    requestedPaths: server.requestedPaths,
    close: server.close,
    get: (verificationId: string) => applicants.get(verificationId),
    setDown: (down: boolean) => {
      isDown = down
    },
    /** Sets the review of an applicant, as a moderator of Sumsub does. */
    review: (verificationId: string, review: Record<string, unknown>, info = {}) => {
      const found = applicants.get(verificationId)
      if (!found) throw new Error(`the stub has no applicant ${verificationId}`)
      found.review = { ...found.review, ...review }
      found.info = info
    },
    /** Builds the webhook `applicantReviewed` with its headers. */
    buildEvent: (verificationId: string, secret = STUB_WEBHOOK_SECRET) => {
      const body = Buffer.from(
        JSON.stringify({
          applicantId: applicants.get(verificationId)?.id,
          type: 'applicantReviewed',
          externalUserId: verificationId,
          reviewStatus: 'completed',
          // never believed: the state is read from the API
          reviewResult: { reviewAnswer: 'GREEN' },
        }),
      )
      const headers = new Headers({
        'content-type': 'application/json',
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
        'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
      })

      return { body, headers }
    },
  }
}

/** The settings of an installation whose provider is the stub. */
export const buildStubConfig = ({ base }: Pick<SumsubStub, 'base'>) => ({
  IDENTITY_PROVIDER: 'sumsub' as const,
  SUMSUB_URL: base,
  SUMSUB_APP_TOKEN: STUB_APP_TOKEN,
  SUMSUB_SECRET_KEY: STUB_SECRET_KEY,
  SUMSUB_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
  SUMSUB_LEVELS: STUB_LEVELS,
})
