import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSignUpInput } from '#modules/identity/testing.ts'
import { hashAtFullCost } from '../support/argon2-cost.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { areaUnderCurve, measurePair, type Pair } from '../support/timing.ts'

const PAIRS = 1_000
/** A thousand pairs scatter by about a hundredth. */
const BOUND = 0.05
/** An area out of bounds is measured again: what addresses cause is there each time. */
const TRIES = 3
const AT_ONCE = 2

hashAtFullCost()

let server: TestServer
const known: string[] = []
beforeAll(async () => {
  server = await testServer({ environment: { TRUST_PROXY: '1' } })
  for (let made = 0; made < 20; made++) known.push((await server.asMember()).member.email)
})
afterAll(() => server.close())

let requestCount = 0
const post = (path: string, body: unknown) => {
  requestCount += 1
  const headers = {
    'x-forwarded-for': `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
  }
  return server.send('POST', `/api${path}`, { headers, body })
}

const WAYS: Record<string, (email: string) => Promise<unknown>> = {
  'a log-in': (email) => post('/user/login', { email, password: 'not the password at all' }),
  'a log-in of the staff': (email) =>
    post('/admin/login', { email, password: 'not the password at all' }),
  'a forgotten password': (email) => post('/user/forget-pass', { email }),
  'a new code': (email) => post('/user/new-code', { email }),
  'a sign-up': async (email) => post('/user', await buildSignUpInput(server.app, { email })),
}

/** Measures pairs of a known and an unknown address, some at once; limits are reset each time. */
async function measurePairs(
  ask: (email: string) => Promise<unknown>,
  many: number,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let at = 0; at < many; at += AT_ONCE) {
    await server.database.owner.query('delete from rate_limit')

    const batch = Array.from({ length: AT_ONCE }, (_, index) =>
      measurePair(
        () => ask(known[(at + index) % known.length] ?? ''),
        () => ask(`nobody${at + index}.${Math.random()}@example.com`),
      ),
    )

    pairs.push(...(await Promise.all(batch)))
  }

  return pairs
}

const computeArea = (pairs: readonly Pair[]) =>
  areaUnderCurve(
    pairs.map((pair) => pair.known),
    pairs.map((pair) => pair.unknown),
  )

for (const [what, ask] of Object.entries(WAYS))
  test(`How long ${what} takes doesn’t reveal whether an address is known`, async () => {
    await measurePairs(ask, 6)

    const areas: number[] = []
    const isRevealed = () => Math.abs((areas.at(-1) ?? 0) - 0.5) > BOUND
    while (areas.length < TRIES && isRevealed())
      areas.push(computeArea(await measurePairs(ask, PAIRS)))

    const found = areas.map((area) => area.toFixed(3)).join(', ')
    console.log(`enumeration: ${what}: area ${found} over ${PAIRS} pairs`)
    expect(isRevealed(), found).toBe(false)
  }, 3_600_000)

test('control: a log-in that checks passwords of known addresses only is noticed', async () => {
  const leaky = async (email: string) => {
    const body = { email, password: 'not the password at all' }
    return known.includes(email)
      ? await post('/user/login', body)
      : await post('/user/login', { ...body, password: '' })
  }

  expect(computeArea(await measurePairs(leaky, 20))).toBeGreaterThanOrEqual(0.9)
})
