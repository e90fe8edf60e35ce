import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { type TestServer, testServer } from '../support/http.ts'

const DEEP = process.env.DEEP === '1'
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/** So many requests a call; without it, and outside deep runs, as many as fit into the time. */
const A_CALL = Number(process.env.FUZZ_A_CALL ?? (DEEP ? 20_000 : 0))
const GATE_MS = 15_000
const LEAST_A_CALL = 3

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { TRUST_PROXY: '1' }, poolSize: 16 })
})
afterAll(() => server.close())

test(
  'Whatever a call is sent, it answers within two seconds, in the shape it describes, and never breaks',
  async () => {
    const ends = performance.now() + GATE_MS
    const enough = (sent: number) =>
      A_CALL > 0 ? sent >= A_CALL : sent >= LEAST_A_CALL && performance.now() > ends
    const { sent, refused, wrong } = await fuzz(server, {
      ...{ seed: SEED, atOnce: 8, until: (_call, count) => enough(count) },
    })
    const counts = [...sent.values()]
    const all = counts.reduce((sum, count) => sum + count, 0)
    console.log(
      `fuzz: ${all} requests over ${counts.length} calls, at least ${Math.min(...counts)} each, ${refused} refused; seed ${SEED}`,
    )
    expect(wrong.slice(0, 20), `FUZZ_SEED=${SEED}: ${wrong.length} wrong`).toEqual([])
    expect(counts.length).toBeGreaterThan(180)
    expect(Object.keys(Object.prototype)).toEqual([])
  },
  A_CALL > 0 ? 24 * 3_600_000 : 120_000,
)
