import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { limit, resetLimit, TooManyTries } from './limit.ts'

const RULE = { max: 5, windowMs: 900_000 }
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const tryTimes = async (key: string, times: number) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, () => limit(server.app, 'login', key, RULE)),
  )
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').length
}

test('of forty tries at once exactly the allowed number pass', async () => {
  expect(await tryTimes('parallel', 40)).toBe(5)
})

test('one key of a limit leaves the others alone, and so does another limit', async () => {
  await tryTimes('one', 6)
  expect(await tryTimes('two', 1)).toBe(1)
  await limit(server.app, 'reset', 'one', RULE)
})

test('the refusal says how long to wait, and after that wait one more try passes', async () => {
  await tryTimes('wait', 6)

  const refused = await limit(server.app, 'login', 'wait', RULE).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TooManyTries)

  const { retryAfterSeconds, status } = refused as TooManyTries
  expect(status).toBe(429)

  server.clock.advance(retryAfterSeconds * 1000)
  expect(await tryTimes('wait', 3)).toBe(1)
})

test('attempts during a lockout do not extend it beyond one window', async () => {
  await tryTimes('stubborn', 200)
  server.clock.advance(RULE.windowMs)
  expect(await tryTimes('stubborn', 1)).toBe(1)
})

test('a success takes the failed tries before it back', async () => {
  await tryTimes('forgiven', 5)
  await resetLimit(server.app, 'login', 'forgiven')
  expect(await tryTimes('forgiven', 6)).toBe(5)
})

test('a clock that goes back fills no bucket and empties none', async () => {
  await tryTimes('clock', 5)
  server.clock.advance(-3_600_000)
  expect(await tryTimes('clock', 1)).toBe(0)
})
