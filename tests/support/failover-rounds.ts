import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { FailoverLoad } from './failover-load.ts'
import type { HaCluster, NodeNumber } from './ha-cluster.ts'

/** What happens to the leader or to a replica, and the longest pause that is allowed. */
export const LIMITS_MS = {
  crash: 10_000,
  'machine killed': 30_000,
  'machine silent': 30_000,
  switchover: 6_000,
  'replica killed': 10_000,
  'replica silent': 30_000,
} as const
export type Failure = keyof typeof LIMITS_MS

export type Round = { failure: Failure; pauseMs: number; slowestMs: number; load: number }

const BEFORE = 10
const AFTER = 20
const PATIENCE_MS = 120_000
/** By then Patroni has left a silent replica out. */
const NOTICED_MS = 25_000

/** Returns kills of the leader, as many switchovers in between, and a loss of a replica each five. */
export const planRounds = (count: number): Failure[] =>
  Array.from({ length: count }, (_, index): Failure[] => {
    const machine = index % 4 === 1 ? 'machine killed' : 'machine silent'
    const replica = index % 10 === 4 ? 'replica killed' : 'replica silent'
    return [
      index % 2 === 0 ? 'crash' : machine,
      'switchover',
      ...(index % 5 === 4 ? [replica as Failure] : []),
    ]
  }).flat()

/** Lets one failure happen under load, and waits until the cluster is whole again. */
export async function runRound(
  cluster: HaCluster,
  load: FailoverLoad,
  failure: Failure,
): Promise<Round> {
  const standby = await cluster.waitUntilSettled()
  const leader = await cluster.findLeader()
  if (!leader) throw new Error('The cluster has no leader')
  await waitForAcknowledged(load, BEFORE)
  load.takeSlowestMs()

  const lost = failure.startsWith('replica') ? standby : leader
  const beforeFailure = load.acknowledgedAt.length - 1
  await fail(cluster, failure, lost, standby)
  if (lost === leader) await waitForOtherLeader(cluster, leader)
  else await pause(NOTICED_MS)
  await waitForAcknowledged(load, AFTER)
  const pauseMs = findLongestPause(load.acknowledgedAt.slice(beforeFailure))

  if (failure.endsWith('silent')) await cluster.loseMachine(lost)
  if (/killed|silent/.test(failure)) await cluster.startMachine(lost)
  await cluster.waitUntilSettled()

  return { failure, pauseMs, slowestMs: load.takeSlowestMs(), load: loadavg()[0] ?? 0 }
}

export const waitForOtherLeader = (cluster: HaCluster, leader: NodeNumber) =>
  waitFor('another leader', async () => {
    const next = await cluster.findLeader()
    return next !== undefined && next !== leader
  })

async function fail(cluster: HaCluster, failure: Failure, node: NodeNumber, standby: NodeNumber) {
  if (failure === 'crash') cluster.crash(node)
  else if (failure.endsWith('killed')) await cluster.loseMachine(node)
  else if (failure.endsWith('silent')) cluster.silenceMachine(node)
  else await cluster.switchOver(node, standby)
}

const findLongestPause = (moments: number[]) =>
  Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] as number)))

/** Waits until so many more requests were acknowledged. */
export function waitForAcknowledged(load: FailoverLoad, count: number) {
  const target = load.acknowledgedAt.length + count
  return waitFor(`${count} acknowledgements`, () => load.acknowledgedAt.length >= target)
}

async function waitFor(what: string, isTrue: () => boolean | Promise<boolean>) {
  for (const deadline = performance.now() + PATIENCE_MS; !(await isTrue()); await pause(100))
    if (performance.now() > deadline)
      throw new Error(`There was no sign of ${what} within ${PATIENCE_MS / 1_000} s`)
}

/** Returns a table of the pauses: median, 95th percentile and longest of each failure. */
export function formatRounds(rounds: Round[]): string {
  const lines = Object.entries(LIMITS_MS).map(([failure, limitMs]) => {
    const some = rounds.filter((round) => round.failure === failure)
    const pauses = some.map(({ pauseMs }) => pauseMs).sort((a, b) => a - b)
    const slowest = Math.max(0, ...some.map(({ slowestMs }) => slowestMs))
    const cells = [
      String(some.length),
      ...[0.5, 0.95, 1].map((share) => formatSeconds(atShare(pauses, share))),
      formatSeconds(limitMs),
      formatSeconds(slowest),
    ]
    return `  ${failure.padEnd(16)}${cells.map((cell) => cell.padStart(10)).join('')}`
  })
  const head = ['rounds', 'median', 'p95', 'longest', 'limit', 'request']
  const loads = rounds.map(({ load }) => load).sort((a, b) => a - b)

  return [
    `  ${'pause'.padEnd(16)}${head.map((cell) => cell.padStart(10)).join('')}`,
    ...lines,
    `  load of the machine: median ${atShare(loads, 0.5).toFixed(1)}, ` +
      `highest ${atShare(loads, 1).toFixed(1)}`,
  ].join('\n')
}

const atShare = (sorted: number[], share: number) =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
const formatSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
