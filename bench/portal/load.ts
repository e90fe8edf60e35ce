import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Call = {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: object
  /** An Idempotency-Key. */
  key?: string
}

const MAX_CONNECTIONS = 256
const ANSWER_WITHIN_MS = 30_000

/**
 * Sends calls at a steady rate, whether or not those before are answered. Answers the milliseconds
 * of each from when it was due; throws when one was refused.
 */
export async function sendSteadily(
  port: number,
  rate: number,
  calls: readonly Call[],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  const begun = performance.now()
  const answers: Promise<{ ms: number; refusal: string | null }>[] = []

  try {
    for (const [index, call] of calls.entries()) {
      const due = begun + (index * 1000) / rate
      const wait = due - performance.now()

      if (wait > 0) await pause(wait)

      answers.push(
        findRefusal(agent, port, call).then((refusal) => ({
          ms: performance.now() - due,
          refusal,
        })),
      )
    }

    const results = await Promise.all(answers)
    const refused = results.filter(({ refusal }) => refusal !== null)

    if (refused.length > 0)
      throw new Error(
        `${refused.length} of ${results.length} calls were refused: ${refused[0]?.refusal}`,
      )

    return results.map(({ ms }) => ms)
  } finally {
    agent.destroy()
  }
}

/** What is wrong with the answer to a call; null when nothing is. */
const findRefusal = (agent: Agent, port: number, { method, path, token, body, key }: Call) =>
  new Promise<string | null>((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }

    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('error', (error) => resolve(String(error)))
      answer.on('end', () =>
        resolve(answer.statusCode === 200 ? null : `${answer.statusCode} ${text}`),
      )
    })

    sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error('no answer in half a minute')))
    sent.on('error', (error) => resolve(String(error)))
    sent.end(body && JSON.stringify(body))
  })
