import { afterAll, beforeAll, test, vi } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzCalls } from '../support/fuzz-run.ts'
import { type TestServer, testServer } from '../support/http.ts'

/** A third of all the time would go to Argon2, which knows nothing of what a request looks like. */
vi.mock('node:crypto', async () => (await import('../support/light-crypto.ts')).lightCrypto())

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { TRUST_PROXY: '1' }, poolSize: 16 })
})
afterAll(() => server.close())

test(
  'Whatever a call of staff is sent, it answers within two seconds, in the shape it describes, and never breaks',
  () => fuzzCalls(server, 'staff', 100),
  FUZZ_TIMEOUT_MS,
)
