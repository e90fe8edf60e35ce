import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { allMigrations } from '../../scripts/database.js'
import { startThrowAway } from '../../scripts/temporary-database.js'
import { migrate } from '../../src/platform/db/migrate.ts'

const PROJECT = join(import.meta.dirname, '../..')
const FOLDER = join(PROJECT, 'db')

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string
    template: string
    /** Where the DATA_DIR lies that tests copy, once one of them has seeded it. */
    seededFolder: string
  }
}

/**
 * One migrated template for all test files, named after the migrations, so that it is made again
 * only when they change.
 */
export default async function setup(project: TestProject) {
  const server = await testServer()
  const folder = await mkdtemp(join(tmpdir(), 'candor-seeded-'))
  const tearDown = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await provideTemplate(project, server.url)
    // the gate gives one that its browser tests use as well
    project.provide('seededFolder', process.env.SEEDED_FOLDER ?? join(folder, 'data'))
  } catch (error) {
    await tearDown() // vitest calls it only after a set-up that succeeded
    throw error
  }

  return tearDown
}

async function provideTemplate(project: TestProject, url: string) {
  const template = `candor_template_${await fingerprint()}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('select pg_advisory_lock(hashtext($1))', [template])

  try {
    const found = await admin.query('select from pg_database where datname = $1', [template])
    if (found.rowCount === 0) {
      const making = `${template}_making`
      await admin.query(`drop database if exists ${making} with (force)`)
      await admin.query(`create database ${making}`)
      await migrate(databaseUrl(url, making), FOLDER, 'sandbox')
      await admin.query(`alter database ${making} rename to ${template}`)
    }
  } finally {
    await admin.end()
  }

  project.provide('adminUrl', url)
  project.provide('template', template)
}

export const databaseUrl = (url: string, database: string) => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

async function fingerprint() {
  const hash = createHash('sha256')
  for (const name of allMigrations()) hash.update(name).update(await readFile(join(FOLDER, name)))
  return hash.digest('hex').slice(0, 12)
}

async function testServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const configuredUrl = process.env.DATABASE_URL
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} }

  const postgres = await startThrowAway({
    project: PROJECT,
    fsync: true,
    maxConnections: 300,
    inMemory: true,
  })

  return { url: postgres.ownerUrl, stop: postgres.stop }
}
