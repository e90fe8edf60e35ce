import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureClusterPrograms, ensurePgbackrest } from '../../scripts/debian.js'
import { type DebianMachine, startDebianMachine } from '../support/debian-machine.ts'

const BASE_PORT = 36_000 + (process.pid % 200) * 100
const HA = '/srv/ha'
const DEPLOY = '/opt/candor/current/deploy'
let machine: DebianMachine
beforeAll(async () => {
  ensurePgbackrest()
  ensureClusterPrograms()
  machine = await startDebianMachine()
}, 300_000)
afterAll(() => machine?.close())

/** Runs a command as postgres with pgBackRest's options for a node. */
const onNode = (node: number, command: string) =>
  machine.run(`runuser -u postgres -- env PGBACKREST_STANZA=candor \\
    PGBACKREST_PG1_PATH=${HA}/postgres/node${node} PGBACKREST_PG1_PORT=${BASE_PORT + 40 + node} \\
    PGBACKREST_PG1_SOCKET_PATH=${HA}/postgres PGHOST=${HA}/postgres \\
    PGPORT=${BASE_PORT + 40 + node} ${command}`)

const patronictl = (command: string) =>
  machine.run(`patronictl -c ${HA}/conf/node1/patroni.yml ${command}`)

/** Returns the number of a node in a role; NaN if none is in it. */
async function findNode(role: 'Leader' | 'Sync Standby'): Promise<number> {
  const members = JSON.parse(await patronictl('list --format json')) as {
    Member: string
    Role: string
  }[]
  return Number(members.find(({ Role }) => Role === role)?.Member.replace('node', ''))
}

/** Writes numbered rows through HAProxy until stopped, and remembers when each was acknowledged. */
function startWriter(url: string) {
  const acknowledged = new Map<number, { sentAt: number; answeredAt: number }>()
  let going = true
  let id = 0

  const write = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})

    try {
      await client.connect()
      while (going) {
        const [number, sentAt] = [++id, Date.now()]
        await client.query('insert into act values ($1)', [number])
        acknowledged.set(number, { sentAt, answeredAt: Date.now() })
        await pause(20)
      }
    } catch {
      await pause(200) // the leader changes
    } finally {
      await client.end().catch(() => {})
    }
  }
  const work = (async () => {
    while (going) await write()
  })()

  return {
    acknowledged,
    stop: async () => {
      going = false
      await work
    },
  }
}

test('Under Patroni, moments before and after a switchover are restored exactly.', async () => {
  await machine.run(`
    install -d -m 0755 /etc/pgbackrest
    install -d -m 0700 -o postgres -g postgres /etc/pgbackrest/conf.d
    install -m 0644 ${DEPLOY}/pgbackrest/pgbackrest.conf /etc/pgbackrest/pgbackrest.conf
    printf '[global]\\nrepo1-cipher-pass=%s\\n' "$(openssl rand -hex 32)" > /etc/pgbackrest/conf.d/cipher.conf
    chown postgres: /etc/pgbackrest/conf.d/cipher.conf
    HA_RUN=${HA} PGBACKREST=on BASE_PORT=${BASE_PORT} ${DEPLOY}/ha/up.sh > /srv/address`)
  const url = (await machine.run('tail -1 /srv/address')).trim()

  const first = await findNode('Leader')
  await onNode(first, 'pgbackrest stanza-create')
  await onNode(first, 'pgbackrest check')
  await onNode(first, 'psql -XAtq -d postgres -c "create table act (id bigint primary key)"')
  await onNode(first, `pgbackrest --type=full backup`)

  const writer = startWriter(url)
  const moments: number[] = []
  const rest = async () => {
    await pause(1_000 + Math.random() * 2_000)
    moments.push(Date.now())
    await pause(1_000)
  }
  await rest()
  // another candidate would be refused
  await expect.poll(() => findNode('Sync Standby'), { timeout: 60_000 }).not.toBeNaN()
  const second = await findNode('Sync Standby')
  await patronictl(`switchover --leader node${first} --candidate node${second} --force`)
  await rest()
  await rest()
  await writer.stop()
  expect(writer.acknowledged.size).toBeGreaterThan(50)

  const leader = await findNode('Leader')
  expect(leader).toBe(second)
  await onNode(leader, 'psql -XAtq -d postgres -c "select pg_switch_wal()"')
  const isStandby = () =>
    onNode(first, 'psql -XAtq -d postgres -c "select pg_is_in_recovery()"').then(
      (answer) => answer.trim() === 't',
      () => false,
    )
  await expect.poll(isStandby, { timeout: 60_000, interval: 500 }).toBe(true)
  expect(await onNode(first, `${DEPLOY}/pgbackrest/backup.sh incr`)).toContain('is a standby')
  await onNode(leader, 'pgbackrest --type=incr backup')
  expect(await onNode(leader, `${DEPLOY}/pgbackrest/verify.sh`)).toContain(
    'All backups and the whole log are as they were written.',
  )

  for (const [index, moment] of moments.entries()) {
    const at = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
    await machine.run(`
      echo "listen_addresses = ''" >> /etc/postgresql-common/createcluster.conf
      ${DEPLOY}/pgbackrest/restore.sh drill 5437 '${at}'`)
    const found = await machine.run(
      'runuser -u postgres -- psql -XAtq -p 5437 -d postgres -c "select id from act"',
    )
    if (index < moments.length - 1) await machine.run('pg_dropcluster --stop 15 drill')

    const there = new Set(found.split('\n').filter(Boolean).map(Number))
    // an answer of the same millisecond may have come after the moment
    const wrong = [...writer.acknowledged].filter(([id, { sentAt, answeredAt }]) =>
      there.has(id) ? sentAt > moment : answeredAt < moment,
    )
    expect(wrong).toEqual([])
    console.log(`  ${at}: ${there.size} of ${writer.acknowledged.size} acts, exact`)
  }

  const last = await countRows('runuser -u postgres -- psql -p 5437 -d postgres')
  await continueWithRestored('drill')
  expect(await findNode('Leader')).toBe(1)
  expect(await countRows(`psql -d ${url}`), 'the cluster has the restored rows').toBe(last)
  await machine.run(`psql -d ${url} -c 'insert into act values (1000000)'`)

  await onNode(1, 'pgbackrest stanza-upgrade')
  await onNode(1, 'pgbackrest check')
  await onNode(1, 'pgbackrest --type=full backup')
  await machine.run(`HA_RUN=${HA} ${DEPLOY}/ha/down.sh`)
}, 1_200_000)

const countRows = async (psql: string) =>
  (await machine.run(`${psql} -XAtq -c 'select count(*) from act'`)).trim()

/** The last commands of step 6, with the processes of up.sh in the place of the units. */
async function continueWithRestored(cluster: string) {
  const broken = (node: number) => `mv ${HA}/postgres/node${node} ${HA}/postgres/node${node}.broken`
  const startPatroni = (node: number) =>
    machine.run(
      `HA_RUN=${HA} BASE_PORT=${BASE_PORT} PGBACKREST=on ${DEPLOY}/ha/up.sh patroni ${node}`,
    )

  await machine.run(`
    kill $(cat ${HA}/patroni?.pid)
    while ls ${HA}/postgres/node?/postmaster.pid 2> /dev/null; do sleep 0.5; done
    printf 'candor\\nYes I am aware\\n' | patronictl -c ${HA}/conf/node1/patroni.yml remove candor
    pg_ctlcluster 15 ${cluster} stop
    ${broken(1)}
    mv /var/lib/postgresql/15/${cluster} ${HA}/postgres/node1
    runuser -u postgres -- sed -i /archive_mode/d ${HA}/postgres/node1/postgresql.auto.conf`)
  await startPatroni(1)
  await expect.poll(() => findNode('Leader'), { timeout: 60_000, interval: 1_000 }).toBe(1)

  for (const node of [2, 3]) {
    await machine.run(broken(node))
    await startPatroni(node)
  }
  const countReplicas = async () =>
    [...(await patronictl('list')).matchAll(/(Replica|Sync Standby) +\| +(running|streaming) /g)]
      .length
  await expect.poll(countReplicas, { timeout: 180_000, interval: 2_000 }).toBe(2)
}
