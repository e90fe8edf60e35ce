import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { openDb } from '#platform/db/db.ts'
import { ensureClusterPrograms } from '../../scripts/debian.js'
import { type FailoverLoad, startFailoverLoad } from '../support/failover-load.ts'
import {
  formatRounds,
  LIMITS_MS,
  planRounds,
  type Round,
  runRound,
  waitForAcknowledged,
  waitForOtherLeader,
} from '../support/failover-rounds.ts'
import { type HaCluster, startHaCluster } from '../support/ha-cluster.ts'
import {
  freePort,
  isRunning,
  type LaunchedProcess,
  launch,
  runScript,
  scratchFolder,
} from '../support/launcher.ts'

/** So many kills of the leader, and so many switchovers. */
const ROUNDS = Number(process.env.FAILOVER_ROUNDS ?? 50)
const ROUND_MS = 5 * 60_000
/** After so many rounds the whole verification runs; after each one the ledger's own. */
const VERIFIED_ROUNDS = 10

const scratch = scratchFolder()
const dataDir = join(scratch.path, 'data')
let cluster: HaCluster
const processes: LaunchedProcess[] = []
const webPorts: number[] = []

const environment = () => ({
  DATABASE_URL: cluster.toUrl('candor', 'candor_server:server-on-loopback'),
  LOG_LEVEL: 'warn',
})

/** Starts two web and two worker processes, as the units of deploy/systemd do. */
async function startProcesses() {
  for (const script of ['web', 'worker', 'web', 'worker'] as const) {
    const METRICS_PORT = String(await freePort())
    const started = await launch({
      script,
      dataDir,
      environment: { ...environment(), METRICS_PORT },
    })
    processes.push(started)
    if (script === 'web') webPorts.push(started.port)
    await started.ready() // the first one fills the sandbox
  }
}

async function stop({ process, exitCode }: LaunchedProcess) {
  process.kill('SIGTERM')
  const timer = setTimeout(() => process.kill('SIGKILL'), 45_000)
  await exitCode()
  clearTimeout(timer)
}

beforeAll(async () => {
  ensureClusterPrograms()
  cluster = await startHaCluster()
  for (const [database, statement] of [
    ['postgres', 'create role candor_app nologin'],
    [
      'postgres',
      "create role candor_server login password 'server-on-loopback' in role candor_app",
    ],
    ['postgres', 'create database candor'],
  ] as const)
    await cluster.query(statement, [], database)

  const migrated = await runScript('migrate', [], {
    ...environment(),
    DATABASE_MIGRATION_URL: cluster.toUrl('candor'),
    DATA_DIR: dataDir,
  })
  if (migrated.code !== 0) throw new Error(migrated.output)
  await startProcesses()
}, 900_000)
afterAll(async () => {
  await Promise.all(processes.map(stop))
  await cluster?.close()
  scratch.remove()
}, 180_000)

/** Lists what is wrong after a round: a process that ended, a request lost or doubled, the ledger. */
async function findProblems(load: FailoverLoad, isStopped = false): Promise<string[]> {
  const { db } = openDb({
    url: cluster.toUrl('candor'),
    poolSize: 2,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
  })
  const ledger = await verifyLedger(db).finally(() => db.destroy())

  return [
    ...load.problems.splice(0),
    ...processes.filter((one) => !isRunning(one)).map((one) => `ended:\n${one.output()}`),
    ...(await load.findDifferences(cluster.query, isStopped)),
    ...ledger.map((problem) => `ledger: ${JSON.stringify(problem, (_, one) => String(one))}`),
  ]
}

/** Runs `npm run verify`; returns its output when it finds the ledger wrong. */
async function verifyAll(): Promise<string[]> {
  const { code, output } = await runScript('verify', [], { ...environment(), DATA_DIR: dataDir })
  return code === 0 ? [] : [output]
}

test(
  `${ROUNDS} kills of the leader and ${ROUNDS} switchovers lose nothing and double nothing`,
  async () => {
    const load = await startFailoverLoad(webPorts, new Date())
    const rounds: Round[] = []
    const problems: string[] = []

    try {
      for (const failure of planRounds(ROUNDS)) {
        const round = await runRound(cluster, load, failure)
        rounds.push(round)
        const found = await findProblems(load)
        if (rounds.length % VERIFIED_ROUNDS === 0) found.push(...(await verifyAll()))
        problems.push(...found.map((problem) => `round ${rounds.length}, ${failure}: ${problem}`))

        console.log(
          `  ${rounds.length} ${failure}: pause ${Math.round(round.pauseMs)} ms, ` +
            `${load.acknowledgedAt.length} acknowledged${['', ...found].join('\n    ')}`,
        )
      }
    } finally {
      await load.stop()
      console.log(`${formatRounds(rounds)}\n  answers ${format(load.answers)}`)
    }

    problems.push(...(await findProblems(load, true)), ...(await verifyAll()))
    expect(problems).toEqual([])

    const tooLong = rounds.filter(({ failure, pauseMs }) => pauseMs > LIMITS_MS[failure])
    expect(tooLong).toEqual([])
  },
  ROUNDS * 3 * ROUND_MS + 600_000,
)

const format = (counts: Map<string, number>) => JSON.stringify(Object.fromEntries(counts))

test('asynchronous replication loses what it acknowledged, and the test sees it (control)', async () => {
  await cluster.waitUntilSettled()
  await cluster.replicateAsynchronously()
  const leader = await cluster.findLeader()
  if (!leader) throw new Error('The cluster has no leader')

  await cluster.cutReplicas(leader)
  const load = await startFailoverLoad(webPorts, new Date())
  await waitForAcknowledged(load, 30)
  await load.stop()
  expect(await load.findDifferences(cluster.query, true), 'before the failover').toEqual([])

  await cluster.loseMachine(leader)
  await waitForOtherLeader(cluster, leader)
  await expect.poll(() => cluster.query('select 1').catch(() => []), PATIENT).toHaveLength(1)

  const differences = await load.findDifferences(cluster.query, true)
  console.log(
    `  control: ${differences.length} of ${load.done.withdrawals.size + load.done.deposits.size} lost`,
  )
  expect(differences.filter((one) => one.startsWith('lost: ')).length, BLIND).toBeGreaterThan(0)
}, 600_000)

const BLIND = 'the test is blind: asynchronous replication lost nothing'
const PATIENT = { timeout: 60_000 }
