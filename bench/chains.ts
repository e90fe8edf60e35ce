import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openSimulatedChains } from '#modules/chains/adapters/open-chains.ts'
import { simulateBlocks } from '#modules/chains/commands/simulate-blocks.ts'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { createFixedClock } from '#platform/clock.ts'
import { print } from './engine/figures.ts'
import { type Installation, openInstallation } from './engine/installation.ts'

/**
 * Watches ten thousand open addresses through two simulated providers: processor time and queries'
 * wait of one round, and memory over an hour of blocks with a payment in each, after a collection of
 * garbage. Prints one JSON line a figure.
 */
const { values: options } = parseArgs({
  options: {
    addresses: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '180' },
  },
})
const ADDRESSES = Number(options.addresses)
const ROUNDS = Number(options.rounds)
const SERVER = process.env.DATABASE_URL ?? ''

const ROUND_MS = 20_000
const ROUNDS_A_BLOCK = 3
const QUARTERS = 4
const MEGABYTE = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function issueAddresses({ owner }: Installation, now: Date): Promise<void> {
  await owner.query(
    `insert into chain_address (id, chain, coin, address, from_height, created_at, open_until,
       recent_until, next_check_at)
     select 'adr_' || lpad(i::text, 20, '0'), 'bitcoin', 'BTC', 'bc1q' || lpad(i::text, 38, '0'),
       0, $1, $1::timestamptz + interval '1 day', $1::timestamptz + interval '8 days', $1
     from generate_series(1, $2::integer) i`,
    [now, ADDRESSES],
  )
}

/** Pays so many addresses, one transaction each, in the mempool. */
async function payAddresses({ owner }: Installation, from: number, to: number, at: Date) {
  await owner.query(
    `with sent as (
       insert into simulated_transaction (chain, txid, raw, replaceable, sent_at)
       select 'bitcoin', encode(sha256(i::text::bytea), 'hex'), '00', true, $3
       from generate_series($1::integer, $2::integer) i returning txid)
     insert into simulated_output (chain, txid, output_index, coin, address, units)
     select 'bitcoin', encode(sha256(i::text::bytea), 'hex'), 0, 'BTC',
       'bc1q' || lpad((1 + i % ${ADDRESSES})::text, 38, '0'), 1000 + i
     from generate_series($1::integer, $2::integer) i, (select count(*) from sent) waits`,
    [from, to, at],
  )
}

async function measureRound(name: string, watch: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage()
  const begun = performance.now()
  await watch()
  const { user, system } = process.cpuUsage(before)
  print(`${name}: processor`, (user + system) / 1e6, 's')
  print(`${name}: duration`, (performance.now() - begun) / 1e3, 's')
}

function printMemory(when: string): void {
  collectGarbage()
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  print(`heap ${when}`, heapUsed / MEGABYTE, 'MB')
  print(`resident memory ${when}`, rss / MEGABYTE, 'MB')
}

if (!SERVER) throw new Error('DATABASE_URL names no server: npm run bench -- chains starts one.')
const installation = await openInstallation(SERVER)
try {
  const clock = createFixedClock('2026-11-20T12:00:00Z')
  const { db } = installation.app
  const app = { ...installation.app, clock, chains: openSimulatedChains({ db, clock }) }
  const watch = async () => {
    clock.advance(ROUND_MS)
    await watchChain(app, 'bitcoin')
  }

  await issueAddresses(installation, clock.now())
  await measureRound(`first round, ${ADDRESSES} addresses`, watch)
  await measureRound(`round without a change, ${ADDRESSES} addresses`, watch)

  await payAddresses(installation, 1, ADDRESSES, clock.now())
  await measureRound(`round with ${ADDRESSES} new payments`, watch)
  await simulateBlocks(app, 'bitcoin', 1)
  await measureRound(`round with ${ADDRESSES} first confirmations`, watch)
  await measureRound(`round with ${ADDRESSES} payments, no change`, watch)

  printMemory('before an hour of blocks')
  for (let round = 1; round <= ROUNDS; round++) {
    if (round % ROUNDS_A_BLOCK === 0) {
      await payAddresses(installation, ADDRESSES + round, ADDRESSES + round, clock.now())
      await simulateBlocks(app, 'bitcoin', 1)
    }
    await watch()
    if (round % Math.ceil(ROUNDS / QUARTERS) === 0)
      printMemory(`after ${(round * ROUND_MS) / 60_000} minutes, ${round} rounds`)
  }
} finally {
  await installation.close()
}
