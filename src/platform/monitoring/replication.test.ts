import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import {
  describeReplication,
  getReplication,
  type Replica,
  type Replication,
} from './replication.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const REPLICA: Replica = {
  name: 'node2',
  state: 'streaming',
  sync_state: 'sync',
  lag_bytes: 120n,
  lag_seconds: 0.04,
}
const SERVER: Replication = {
  isStandby: false,
  timeline: 3,
  isSynchronous: true,
  replicas: [REPLICA],
}
const describe = (change: Partial<Replication>) =>
  describeReplication({ ...SERVER, ...change }).map(
    ({ name, text, isWrong }) => `${isWrong ? 'WRONG' : 'good'} ${name}: ${text}`,
  )

test('the login of the server reads its place among the replicas', async () => {
  expect(await getReplication(database.db)).toEqual({
    isStandby: false,
    timeline: 1,
    isSynchronous: false,
    replicas: [],
  })
})

test('a leader names its timeline, its synchronous replica and each lag', () => {
  const behind = { ...REPLICA, name: 'node3', sync_state: 'async', lag_bytes: 17n << 20n }
  expect(describe({ replicas: [REPLICA, behind] })).toEqual([
    'good leader: this server, timeline 3',
    'good synchronous: on: each acknowledged commit is on node2',
    'good replica: node2: streaming, sync, 120 bytes, 0.0 s behind',
    'WRONG replica: node3: streaming, async, 17825792 bytes, 0.0 s behind',
  ])
})

test('a standby, waiting commits, asynchronous replication and a replica that starts are wrong', () => {
  expect(describe({ isStandby: true })).toEqual([
    'WRONG leader: this is a standby: it takes no writes',
  ])
  expect(describe({ replicas: [] })).toContain(
    'WRONG synchronous: on, and no replica confirms: commits wait',
  )
  expect(describe({ isSynchronous: false })).toContain(
    'WRONG synchronous: off: a failover loses the transactions that no replica has yet',
  )

  const starting = { ...REPLICA, state: 'startup', lag_bytes: null, lag_seconds: null }
  expect(describe({ replicas: [starting] })).toContain(
    'WRONG replica: node2: startup, sync, lag unknown',
  )
})

test('a server alone is no mistake, nor is a database that does not show its replicas', () => {
  expect(describe({ isSynchronous: false, replicas: [] })).toContain(
    'good replicas: none: this server is alone',
  )
  expect(describe({ replicas: null }).at(-1)).toMatch(/^good replicas: not shown: run grant/)
})
