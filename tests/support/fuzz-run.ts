import { expect, test } from 'vitest'
import { type Call, fuzz } from './fuzz.ts'
import { type TestServer, testServer } from './http.ts'
import { DEEP } from './scale.ts'

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/**
 * So many requests a call; without it, and outside deep runs, as many as fit into the time. The
 * gate says 100.
 */
const A_CALL = Number(process.env.FUZZ_A_CALL ?? (DEEP ? 20_000 : 0))
/**
 * A server that got so many requests of each call is followed by a new one, of the next seed: the
 * rows written would make it slow.
 */
const REQUESTS_PER_SERVER = 1_000
const SHORT_MS = 10_000
const MIN_PER_CALL = 3
/**
 * The calls of the other side are sent too, now and then: the file's own calls need the ids that
 * these create and answer.
 */
const OF_OTHERS = 5
const PROGRESS_INTERVAL_MS = 60_000

const TIMEOUT_MS = A_CALL > 0 ? 24 * 3_600_000 : 120_000

type Whose = 'staff' | 'members'
/** Members' calls and visitors', or the staff's. */
const isOwnCall = (whose: Whose, { meta }: Call) => Array.isArray(meta.who) === (whose === 'staff')

/**
 * A file's promise: the calls of one side, of which there are more than so many, are sent whatever
 * may be made of them.
 */
export function fuzzTest(promise: string, whose: Whose, minCalls: number) {
  test(
    promise,
    async () => {
      for (
        let left = A_CALL, seed = SEED;
        seed === SEED || left > 0;
        left -= REQUESTS_PER_SERVER, seed++
      )
        await withServer((server) =>
          fuzzCalls(server, {
            whose,
            minCalls,
            seed,
            aCall: Math.min(left, REQUESTS_PER_SERVER),
          }),
        )
    },
    TIMEOUT_MS,
  )
}

async function withServer(work: (server: TestServer) => Promise<void>) {
  const server = await testServer({
    environment: { TRUST_PROXY: '1' },
    poolSize: 16,
  })

  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** `aCall`: how many requests each call is sent; 0: as many as fit into the time. */
type Fuzzing = { whose: Whose; minCalls: number; seed: number; aCall: number }

async function fuzzCalls(server: TestServer, { whose, minCalls, seed, aCall }: Fuzzing) {
  const began = performance.now()
  let reportedAt = began
  const isEnough = (isOwn: boolean, sent: number) =>
    aCall > 0
      ? sent >= (isOwn ? aCall : Math.min(aCall, OF_OTHERS))
      : sent >= MIN_PER_CALL && performance.now() - began > SHORT_MS

  const reportProgress = (sent: number) => {
    if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return
    reportedAt = performance.now()
    console.log(
      `  ${sent} requests to each call of ${whose} in ${Math.round((reportedAt - began) / 1000)} s`,
    )
  }

  const {
    sent,
    rejectedCount: refused,
    wrong,
  } = await fuzz(server, {
    seed,
    atOnce: 8,
    until: (call, count) => {
      if (isOwnCall(whose, call)) reportProgress(count)
      return isEnough(isOwnCall(whose, call), count)
    },
  })

  const all = sum([...sent.values()])
  const own = [...sent].filter(([call]) => isOwnCall(whose, call)).map(([, count]) => count)
  console.log(
    `fuzz: ${sum(own)} requests to ${own.length} calls of ${whose}, at least ` +
      `${Math.min(...own)} each, ${all - sum(own)} to others; ${refused} refused; seed ` +
      `${seed}`,
  )

  expect(wrong.slice(0, 20), `FUZZ_SEED=${seed}: ${wrong.length} wrong`).toEqual([])
  expect(own.length).toBeGreaterThan(minCalls)
  expect(Object.keys(Object.prototype)).toEqual([])
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
