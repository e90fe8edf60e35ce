import { parseArgs } from 'node:util'
import { openMonitoringCases } from '#modules/transaction-monitoring/commands/open-monitoring-cases.ts'
import { queueTransactions } from '#modules/transaction-monitoring/commands/queue-transactions.ts'
import { compare, inRounds } from './engine/figures.ts'
import {
  formatIdSql,
  type Installation,
  openInstallation,
  someMembers,
} from './engine/installation.ts'

/**
 * Transaction monitoring beside many waiting withdrawals, with the rules as shipped for live: a run
 * without a change, one after ten changes, and one that evaluates all. The baseline is one
 * evaluation of every waiting withdrawal, which each run was before changes were queued.
 */
const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    waiting: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
  },
})
const MEMBERS = Number(options.members)
const WAITING = Number(options.waiting)
const ROUNDS = Number(options.rounds)
const CHANGES = 10
/** Paid withdrawals of each member over two years; a member who waits has more. */
const HISTORY = { all: 5, waiting: 60 }

const MEMBER = formatIdSql('mem', 'i')
const RULES = {
  sumFrom: '1000000',
  sumDays: 30,
  countFrom: 10,
  inOutPercent: 80,
  inOutDays: 7,
  sharedAddressFrom: 2,
  nameMismatch: 'on',
}

type InsertWithdrawals = { upTo: number; each: number; status: 'pending' | 'completed' }

/** Inserts withdrawals of the first members, paid ones a week and more ago. */
async function insertWithdrawals(
  { owner }: Installation,
  { upTo, each, status }: InsertWithdrawals,
): Promise<void> {
  const isPaid = status === 'completed'
  const at = isPaid ? "now() - interval '7 days' - n * interval '12 days'" : 'now()'
  const paid = (value: string) => (isPaid ? value : 'null')
  const id = formatIdSql('wdr', `'${status}${each}:' || i || ':' || n`)

  await owner.query(
    `insert into withdrawal (id, member_id, source, amount, method, coin, wallet_id, address,
        quoted_fee, status, created_at, payable_from, approved_at, approved_by, fee, rate,
        rate_source, rate_at, coin_amount, closed_at, closed_by, txid)
      select ${id}, ${MEMBER}, 'balance', 10000, 'USDT', 'USDT', 'wal_x', '0x' || md5('a' || i) ||
        'abcdef01', 0, '${status}', ${at}, ${at}, ${paid(at)}, ${paid("'x'")}, ${paid('0')},
        ${paid('1000000')}, ${paid("'x'")}, ${paid(at)}, ${paid('1')}, ${paid(at)}, ${paid("'x'")},
        ${paid(id)}
      from generate_series(1, ${upTo}) i, generate_series(1, ${each}) n`,
  )
}

const testApp = await openInstallation(process.env.DATABASE_URL ?? '')
try {
  const { app, owner } = testApp
  await someMembers(owner, MEMBERS)
  await owner.query('set session_replication_role = replica')
  await insertWithdrawals(testApp, { upTo: MEMBERS, each: HISTORY.all, status: 'completed' })
  await insertWithdrawals(testApp, { upTo: WAITING, each: HISTORY.waiting, status: 'completed' })
  await insertWithdrawals(testApp, { upTo: WAITING, each: 1, status: 'pending' })
  await owner.query(
    `insert into setting (name, value, changed_by, changed_at) values ('monitoring', $1, 'x', now())
      on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(RULES)],
  )
  await owner.query('set session_replication_role = default')
  await owner.query('vacuum analyze')

  const evaluateAll = () =>
    owner.query(
      `select f.* from withdrawal w cross join lateral list_monitoring_findings(w.id) f
        where w.status = 'pending'`,
    )
  const measured = await inRounds(ROUNDS, {
    all: evaluateAll,
    unchanged: () => openMonitoringCases(app),
    changed: async () => {
      await owner.query(
        `insert into monitoring_change (member_id)
          select member_id from withdrawal where status = 'pending' limit ${CHANGES}`,
      )
      await openMonitoringCases(app)
    },
    complete: async () => {
      await queueTransactions(app)
      await openMonitoringCases(app)
    },
  })

  const about = `beside ${WAITING} waiting withdrawals`
  compare(`run without a change ${about}`, 'ms', measured.unchanged, measured.all)
  compare(`run after ${CHANGES} changes ${about}`, 'ms', measured.changed, measured.all)
  compare(`complete run of ${WAITING} waiting withdrawals`, 'ms', measured.complete, measured.all)
} finally {
  await testApp.close()
}
