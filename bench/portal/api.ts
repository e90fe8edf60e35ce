import { randomUUID } from 'node:crypto'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { compare, median, print, sizeText } from '../engine/figures.ts'
import { type Call, sendSteadily } from './load.ts'
import { buildToken, fundMembers, nowHere } from './members.ts'
import type { Portal } from './server.ts'

type Options = { rate: number; seconds: number; rounds: number }
type What = 'session' | 'overview' | 'histories' | 'quote' | 'withdrawal'
/** Of each thing, the milliseconds of every call in every round. */
type CallTimings = Record<What, number[][]>

const WHAT: readonly What[] = ['session', 'overview', 'histories', 'quote', 'withdrawal']
const WITHDRAWN_CENTS = 2_000n

/** What each thing is called with, by a member. */
function buildCall(portal: Portal, what: What, member: number): Call {
  const token = buildToken(member)
  const read = (path: string): Call => ({ method: 'GET', path, token })
  if (what === 'session') return read('/api/session')
  if (what === 'overview') return read('/api/user')
  if (what === 'histories') return read('/api/transactions/deposit')

  if (what === 'quote') {
    const amount = (1_000 + Math.random() * 9_000).toFixed(2)
    const body = { selected_plan: portal.planVersionId, amount, payment_method: 'USDT' }
    return { method: 'POST', path: '/api/deposit/quote', token, body }
  }

  const body = { amount: '20', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  return { method: 'POST', path: '/api/withdraw', token, body, key: randomUUID() }
}

/** The next so many who ask: the funded ones withdraw in turn, any member asks for all else. */
function openDraw({ members, funded }: Portal) {
  let turn = 0
  return (what: What, count: number): number[] =>
    Array.from({ length: count }, () =>
      what === 'withdrawal'
        ? members + 1 + (turn++ % funded)
        : 1 + Math.floor(Math.random() * members),
    )
}

/**
 * What members call most, at a steady rate, each beside a call that only reads the session; the
 * order turns every round. No withdrawal is paid meanwhile: the queue, which shows every withdrawal
 * its place, only grows.
 */
export async function apiFigures(
  portal: Portal,
  { rate, seconds, rounds }: Options,
): Promise<void> {
  const withdrawals = rate * (1 + rounds * seconds)
  const { installation, members, funded, planVersionId } = portal
  const cash = WITHDRAWN_CENTS * BigInt(Math.ceil(withdrawals / funded))
  await fundMembers(installation, { after: members, count: funded }, { cash, planVersionId })

  const draw = openDraw(portal)
  const run = async (what: What, count: number) => {
    const drawn = draw(what, count)
    await nowHere(installation, drawn)
    const calls = drawn.map((member) => buildCall(portal, what, member))
    return await sendSteadily(portal.port, rate, calls)
  }

  for (const what of WHAT) await run(what, rate) // what was never called is read from disk first

  const timings = Object.fromEntries(WHAT.map((what) => [what, [] as number[][]])) as CallTimings
  for (let turn = 0; turn < rounds; turn++)
    for (const index of WHAT.keys()) {
      const what = WHAT[(index + turn) % WHAT.length] as What
      timings[what].push(await run(what, rate * seconds))
    }

  report(`${sizeText(portal.members)} members, ${sizeText(rate)} a second`, timings)
}

function report(label: string, { session, ...rest }: CallTimings): void {
  for (const share of [0.5, 0.99]) {
    const computePercentiles = (rounds: readonly number[][]) =>
      rounds.map((round) => percentile(round, share))
    const p = `p${share * 100}`
    print(`reading the session, ${p}, ${label}`, median(computePercentiles(session)), 'ms')

    for (const [what, rounds] of Object.entries(rest))
      compare(
        `${what}, ${p}, ${label}, to reading the session`,
        'ms',
        computePercentiles(rounds),
        computePercentiles(session),
      )
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN
