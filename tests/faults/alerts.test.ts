import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { type ChainProvider, ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import { simulateBlocks } from '#modules/chains/commands/simulate-blocks.ts'
import { simulatePayment } from '#modules/chains/commands/simulate-payment.ts'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { TEST_ADDRESSES, watchTestAddress } from '#modules/chains/testing.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { payOnChain } from '#modules/deposits/testing.ts'
import { resetAdmin } from '#modules/identity/commands/reset-admin.ts'
import { resetApprovalKeys } from '#modules/identity/commands/reset-approval-keys.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { writeAnchor } from '#modules/integrity/commands/write-anchor.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { notifyWatchSilence } from '#modules/operations/commands/notify-watch-silence.ts'
import { recordBackup } from '#modules/operations/commands/record-backup.ts'
import { runHealthChecks } from '#modules/operations/commands/run-health-checks.ts'
import { SOURCES } from '#modules/operations/model.ts'
import { listAlerts } from '#modules/operations/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { addAddressSource } from '#modules/settings/steps/add-address-source.ts'
import { deriveSigningKey } from '#modules/transparency/adapters/log-keys.ts'
import { proveLiabilities } from '#modules/transparency/commands/prove-liabilities.ts'
import { ED25519_COSIGNATURE, formatVkey } from '#modules/transparency/model.ts'
import { fetchOutsideBalances } from '#modules/treasury/commands/fetch-outside-balances.ts'
import { createDifference, payCapital } from '#modules/treasury/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { runJobsNow } from '#platform/jobs/jobs.ts'
import { openMetrics } from '#platform/monitoring/metrics.ts'
import { measures } from '../../src/metrics.ts'
import { jobs } from '../../src/worker.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { freePort } from '../support/launcher.ts'

/** Raised in tests/deep/alerts.test.ts: they need a server with an archive, and a small disk. */
const ELSEWHERE = ['log-archive', 'disk-full']

let testApp: TestApp
let app: App
/** The parts of the installation that a cause breaks. */
let broken: Partial<App> = {}
beforeAll(async () => {
  testApp = await createTestApp()
  app = testApp.app
  await createTestAdmin(app, { role: 'owner' })
  await recordBackup(app, { at: app.clock.now(), how: 'dump', bytes: 5, seq: 1n })
})
afterAll(() => testApp.close())

const advance = (ms: number) => testApp.app.clock.advance(ms)

/** Runs every health check and returns the open alerts that were not raised before. */
const known = new Set<string>(ELSEWHERE)
async function listRaised(): Promise<string[]> {
  const live = { ...app.config, MODE: 'live' as const }
  await runHealthChecks({ ...app, config: live, ...broken })
  const raised = (await listAlerts(app.db)).map(({ source }) => source)
  const fresh = raised.filter((source) => !known.has(source))
  for (const source of fresh) known.add(source)

  return fresh
}

/** As a superuser, whom no trigger stops. */
async function tamper(statement: string) {
  const client = await testApp.database.owner.connect()
  try {
    await client.query(`set session_replication_role = replica; ${statement}`)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

const runJobs = (definitions = jobs, on = app) => runJobsNow(on, testApp.database.pool, definitions)

async function readFigure(name: string): Promise<number> {
  const text = await openMetrics({ ...app, pool: testApp.database.pool }, measures).text()
  return Number(new RegExp(`^candor_${name} (.*)$`, 'm').exec(text)?.[1])
}

const hidePayments = (provider: ChainProvider): ChainProvider => ({
  ...provider,
  observe: async (...call) => ({ ...(await provider.observe(...call)), payments: [] }),
  findPayments: async () => [],
})

/** Gives deposits in ether one of these addresses each. */
const lendFrom = (addresses: string[]) =>
  app.db.transaction().execute(async (tx) => {
    const at = app.clock.now()
    const unused = { accountKey: null, scriptType: null, fingerprint: null, path: null }
    const pool = { method: 'ETHERIUM', mode: 'pool', chain: 'ethereum', ...unused } as const
    await addAddressSource(tx, { ...pool, addresses }, { by: 'test', at, effectiveFrom: at })
  })

/** Makes each problem really happen; only time is moved instead of waited for. */
const CAUSES: Partial<Record<keyof typeof SOURCES, () => Promise<unknown>>> = {
  'jobs-failed': async () => {
    const run = () => Promise.reject(new Error('the custodian is closed'))
    const job = { name: 'fails', retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 }, run }
    await runJobs([job])
    await app.db.transaction().execute((tx) => app.jobs.enqueue(tx, job.name, {}))
    await expect(runJobs([job])).rejects.toThrow('the custodian is closed')
    expect(await readFigure('jobs_failed')).toBe(1)
  },
  'mail-unsent': async () => {
    const away = { ...app, mail: { ...app.mail, send: () => Promise.reject(new Error('away')) } }
    const send = jobs.filter(({ name }) => name === 'send-mail')
    await expect(runJobs(send, away)).rejects.toThrow('away')
    advance(31 * MINUTE_MS)
  },
  'backup-report': async () => {
    const info = [{ name: 'candor', backup: [], status: { code: 3, message: 'missing data' } }]
    const report = { machine: 'db1', info, disks: [{ path: '/backup', free_share: 0.5 }] }
    await testApp.database.owner.query('select record_backup_report($1)', [JSON.stringify(report)])
  },
  'backup-old': async () => {
    advance(27 * HOUR_MS)
  },
  'journal-unchained': async () => {
    await payCapital(app, 1_000_000n)
    expect(await listRaised()).toEqual([])
    await tamper("update ledger.journal set posted_at = posted_at - interval '2 minutes'")
  },
  'anchor-overdue': async () => {
    await chainJournal(app)
    await writeAnchor(app)
    expect(await listRaised()).toEqual([])
    advance(27 * HOUR_MS)
  },
  'ledger-unchecked': async () => {
    await chainJournal(app)
    expect(await checkIntegrity(app)).toMatchObject({ problems: [] })
    expect(await listRaised()).toEqual([])
    advance(76 * MINUTE_MS)
  },
  'breaks-overdue': async () => {
    await createDifference(app, { units: -12_300n })
    await fetchOutsideBalances(app)
    expect(await listRaised()).toEqual([])
    expect(await readFigure('custody_shortage_dollars')).toBe(123)
    expect(await readFigure('custody_excess_dollars')).toBe(0)
    advance(73 * HOUR_MS)
  },
  'credited-payment-gone': async () => {
    const { member } = await createTestMember(app)
    const plan = await createPublishedPlan(app)
    const deposit = await quoteDeposit(app, member, {
      planId: plan.id,
      amount: '1000',
      method: 'BITCOIN',
    })
    await payOnChain(testApp.app, deposit, { blocks: 3 })
    const { admin } = await createTestAdmin(app, { role: 'finance' })
    await confirmDeposit(app, admin, { depositId: deposit.id })
    expect(await listRaised()).toEqual([])
    await tamper('update chain_sighting set gone_at = seen_at')
  },
  'payment-addresses': async () => {
    const { member } = await createTestMember(app)
    const plan = await createPublishedPlan(app)
    await lendFrom([TEST_ADDRESSES.ETH])
    expect(await listRaised()).toEqual([])
    await quoteDeposit(app, member, { planId: plan.id, amount: '1000', method: 'ETHERIUM' })
  },
  'withdrawals-late': async () => {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { cash: 50_000n })
    const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
    await requestWithdrawal(app, member, input)
    expect(await readFigure('withdrawals_pending')).toBe(1)
    expect(await listRaised()).toEqual([])
    advance(72 * HOUR_MS)
    expect(await readFigure('withdrawals_overdue')).toBe(1)
  },
  'jobs-overdue': async () => {
    await app.db.transaction().execute((tx) => app.jobs.enqueue(tx, 'without-a-worker', {}))
    expect(await listRaised()).toEqual([])
    await testApp.database.owner.query(`update pgboss.job set created_on = created_on - interval
      '1 hour', start_after = start_after - interval '1 hour' where name = 'without-a-worker'`)
  },
  'files-unreachable': async () => {
    const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush', S3_PATH_STYLE: true }
    const config = { ...app.config, S3_BUCKET: 'candor', S3_ENDPOINT, ...keys }
    broken = { config: { ...config, MODE: 'live' }, ...openFiles(config) }
  },
  'prices-silent': async () => {
    broken = { prices: { ...app.prices, price: () => Promise.reject(new Error('no answer')) } }
    expect(await listRaised()).toEqual([])
    advance(5 * MINUTE_MS)
  },
  'providers-silent': async () => {
    const down = async () => {
      throw new ChainProviderError('unreachable', 'Connection refused.')
    }
    const bitcoin = app.chains.bitcoin.map((one) => ({ ...one, observe: down, readTip: down }))
    const failing = { ...app, chains: { ...app.chains, bitcoin } }
    advance(MINUTE_MS)
    await watchChain(failing, 'bitcoin')
    expect(await listRaised()).toEqual([])
    advance(5 * MINUTE_MS)
  },
  'payments-disputed': async () => {
    await watchTestAddress(app)
    const address = TEST_ADDRESSES.BTC
    await simulatePayment(app, { chain: 'bitcoin', coin: 'BTC', address, units: 5n })
    await simulateBlocks(app, 'bitcoin', 1)
    const bitcoin = app.chains.bitcoin.map((one, at) => (at === 0 ? one : hidePayments(one)))
    advance(10 * MINUTE_MS)
    await watchChain({ ...app, chains: { ...app.chains, bitcoin } }, 'bitcoin')
  },
  'admin-reset': async () => {
    const { admin } = await createTestAdmin(app, { role: 'owner' })
    await resetAdmin(app, { email: admin.email })
  },
  'approval-keys-reset': async () => {
    await resetApprovalKeys(app, { reason: 'The devices were lost.' })
  },
  'ledger-frozen': async () => {
    await tamper('update ledger.journal set amount = amount + 1 where id = 1')
    expect((await checkIntegrity(app, { whole: true }))?.problems).not.toEqual([])
    expect(await readFigure('ledger_frozen')).toBe(1)
  },
  'watch-silent': async () => {
    const since = app.clock.now()
    advance(6 * MINUTE_MS)
    await notifyWatchSilence(app, since)
    expect(await readFigure('watch_age_seconds')).toBe(360)
  },
  'log-witnesses': async () => {
    const key = deriveSigningKey('a witness', 'witness', 'witness.example', ED25519_COSIGNATURE)
    const LOG_WITNESSES = [{ vkey: formatVkey(key), url: 'https://witness.example' }]
    broken = { config: { ...app.config, MODE: 'live', LOG_WITNESSES } }
    expect(await listRaised()).toEqual([])
    await tamper(`insert into log_witness (name, requested_at, problem, problem_since)
      values ('witness.example', now(), 'fork', now())`)
  },
  'proof-overdue': async () => {
    await chainJournal(app)
    await proveLiabilities(app)
    expect(await listRaised()).toEqual([])
    advance(27 * HOUR_MS)
  },
}

test('Each alert is raised by its own cause, and notifies each recipient', async () => {
  expect([...Object.keys(CAUSES), ...ELSEWHERE].sort()).toEqual(Object.keys(SOURCES).sort())

  for (const [source, cause] of Object.entries(CAUSES)) {
    await cause()
    expect(await listRaised(), source).toContain(source)
    broken = {}
  }

  const mails = await listMail(app.db, { template: 'operations-alert', limit: 200 })
  const raised = mails.filter(({ data }) => data.state === 'raised').map(({ data }) => data.source)
  for (const source of Object.keys(CAUSES)) expect(raised, source).toContain(source)
}, 180_000)
