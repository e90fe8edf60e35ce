import { setTimeout as pause } from 'node:timers/promises'

const PASSWORD = 'open-books-2026'
const AGAIN_MS = 150
const TIMEOUT_MS = 60_000
/** How long a request is repeated after the load was stopped. */
const LAST_MS = 60_000

/** Sends a request of a person until it is acknowledged; returns the answer's data. */
export type Post = <Data>(by: string, path: string, body: object, key: string) => Promise<Data>

/** Returns whether a program sends the same request with the same key again after this answer. */
const isRepeated = (status: number, code: string) =>
  status >= 500 || code === 'in_progress' || code === 'busy'

/** Returns whether this answer is one that a failover must not cause. */
const isDefect = (status: number) => status >= 500 && status !== 503

/** Returns whether the session ended, or the sign-in is longer ago than money allows. */
const isSignInNeeded = (status: number, code: string) => status === 401 || code === 'step_up_needed'

/**
 * Clients that send each request, to one web process after the other, with one key until it is
 * acknowledged; they note when, and every answer that is a defect.
 */
export async function createClients(
  ports: number[],
  people: Record<string, [path: string, email: string]>,
  stopped: AbortSignal,
) {
  const acknowledgedAt: number[] = []
  const answers = new Map<string, number>()
  const problems: string[] = []
  const tokens = new Map<string, string>()
  let slowestMs = 0
  let giveUpAt = Number.POSITIVE_INFINITY
  stopped.addEventListener('abort', () => {
    giveUpAt = performance.now() + LAST_MS
  })
  let turn = 0

  const note = (name: string) => answers.set(name, (answers.get(name) ?? 0) + 1)
  const nextUrl = (path: string) => `http://127.0.0.1:${ports[turn++ % ports.length]}/api${path}`

  const signIn = async (name: string) => {
    const [path = '', email] = people[name] ?? []
    const answer = await fetch(nextUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (isDefect(answer.status)) problems.push(`${path}: ${answer.status}`)
    const { data } = (await answer.json()) as { data?: { token: string } }
    if (data) tokens.set(name, data.token) // else the next answer asks for it again
  }
  for (const name of Object.keys(people)) await signIn(name)

  /** Sends once; returns what was acknowledged, or nothing when the request is to be repeated. */
  const send = async <Data>(by: string, path: string, body: object, key: string) => {
    const isForm = body instanceof FormData
    const answer = await fetch(nextUrl(path), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.get(by)}`,
        'idempotency-key': key,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })

    const text = await answer.text()
    const { code = '', data } = parse<Data>(text)
    const name = answer.ok ? `${answer.status}` : `${answer.status} ${code}`
    note(name)

    if (answer.ok) return { data: data as Data }
    if (isSignInNeeded(answer.status, code)) {
      await signIn(by)
      return undefined
    }
    if (!isRepeated(answer.status, code)) throw new Error(`${path} ${key}: ${name} ${text}`)
    if (isDefect(answer.status)) problems.push(`${path} ${key}: ${name} ${text.slice(0, 300)}`)
    return undefined
  }

  const post: Post = async <Data>(by: string, path: string, body: object, key: string) => {
    for (const begun = performance.now(); ; await pause(AGAIN_MS)) {
      const acknowledged = await send<Data>(by, path, body, key).catch((error) => {
        if (!(error instanceof TypeError) && error.name !== 'TimeoutError') throw error
        problems.push(`${path} ${key}: no answer: ${error.cause ?? error}`)
      })
      if (!acknowledged) {
        if (performance.now() > giveUpAt) throw new Error(`${path} ${key}: never acknowledged`)
        continue
      }

      const now = performance.now()
      acknowledgedAt.push(now)
      slowestMs = Math.max(slowestMs, now - begun)
      return acknowledged.data
    }
  }

  return {
    post,
    acknowledgedAt,
    answers,
    problems,
    /** Returns how long the slowest request took since the last call. */
    takeSlowestMs: () => {
      const taken = slowestMs
      slowestMs = 0
      return taken
    },
  }
}

function parse<Data>(text: string): { code?: string; data?: Data } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
