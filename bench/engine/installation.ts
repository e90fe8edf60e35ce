import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import type { App } from '#platform/app.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'

const DB_FOLDER = new URL('../../db', import.meta.url).pathname

export type Installation = {
  url: string
  app: App
  /** As the migrating role, which writes past every command: for building, in sets. */
  owner: pg.Client
  close(): Promise<void>
}

/**
 * The application as a server opens it, on a database and a folder that are gone when it is closed.
 */
export async function openInstallation(server: string): Promise<Installation> {
  const name = `candor_bench_${process.pid}`
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'))
  const admin = await connectClient(server)

  await admin.query(`create database ${name}`)

  const remove = async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    const at = new URL(server)
    at.pathname = `/${name}`

    const url = at.toString()
    await migrate(url, DB_FOLDER, 'sandbox')

    const owner = await connectClient(url)
    const { app, close } = await openBench(url, folder)

    return {
      url,
      app,
      owner,
      close: async () => {
        await close()
        await owner.end()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/**
 * The application on a migrated database, with the few connections that a job has by
 * default.
 */
export const openBench = (url: string, folder: string, connections = '4') =>
  openApp(
    readConfig({
      DATABASE_URL: url,
      DATA_DIR: folder,
      DATABASE_POOL: connections,
      LOG_LEVEL: 'silent',
      SECRET: 'for figures alone: thirty-two characters and more',
    }),
  )

/** Throws when building so much would fill the disk. */
export async function assertDiskSpace(gigabytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir())
  const free = (bavail * bsize) / 1e9

  if (free < gigabytes)
    throw new Error(
      `This needs about ${gigabytes} GB below ${tmpdir()}, and ${free.toFixed(1)} GB are ` +
        'free. Smaller sizes need less: --positions 10000,100000 --rows 1000000',
    )
}

/** Plans that differ in target and term, all of them on offer. */
export async function somePlans(app: App, count: number): Promise<PlanVersion[]> {
  const plans = []
  for (let n = 1; n <= count; n++)
    plans.push(
      await createPublishedPlan(app, {
        name: `Bench ${n}`,
        minAmount: 1n,
        maxAmount: 10n ** 15n,
        targetBps: 500 + 100 * n,
        termDays: 365 + 30 * n,
      }),
    )

  return plans
}

/** SQL for an id in the form of the application, always the same one for a number. */
export const formatIdSql = (prefix: string, number: string) =>
  `'${prefix}_' || left(md5('${prefix}' || (${number})), 20)`

const SUB_ACCOUNTS = `array['cash', 'principal', 'profit', 'hold_cash', 'hold_profit']`

/**
 * Members with their five accounts one after the other, nothing on them; without triggers, in sets.
 */
export async function someMembers(owner: pg.Client, count: number): Promise<void> {
  const member = formatIdSql('mem', 'i')
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into credential select ${member}, 'none', now() from generate_series(1, ${count}) i`,
  )
  await owner.query(`insert into member (id, first_name, last_name, email, phone_number, country,
    referral_code, status, created_at, verified_at, signed_up_on)
    select ${member}, 'Sample', 'Member', 'member' || i || '@example.com', '+4912345678', 'DE',
    lpad(i::text, 8, '0'), 'active', now(), now(), current_date
    from generate_series(1, ${count}) i`)

  await owner.query(`insert into ledger.account (code, account_type, currency, owner, balance)
    select 'member:' || id || ':' || sub_account, 'member_' || sub_account, 'USD', id, 0
    from (select i, ${member} as id from generate_series(1, ${count}) i) m cross join
    unnest(${SUB_ACCOUNTS}) with ordinality p (sub_account, n) order by i, n`)
  await owner.query('set session_replication_role = origin')
}
