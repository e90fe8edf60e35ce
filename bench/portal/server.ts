import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { type LaunchedProcess, launch } from '../../tests/support/launcher.ts'
import { type Installation, openInstallation, somePlans } from '../engine/installation.ts'
import { growMembers, openSession, SAMPLE_TOKEN } from './members.ts'

const PLANS = 3
const FUNDED = 1_000
const SAMPLE = 'maya@example.com'

export type Portal = {
  installation: Installation
  members: number
  /** Those who withdraw have the numbers after the members: their history was posted. */
  funded: number
  /** Of a plan on offer that takes any amount. */
  planVersionId: string
  port: number
  /** As people reach it. */
  base: string
  close(): Promise<void>
}

/**
 * What `npm start` runs, on a database with its sample people and so many members besides; gone
 * when it is closed.
 */
export async function openPortal(server: string, members: number): Promise<Portal> {
  const testApp = await openInstallation(server)
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-portal-'))
  let running: LaunchedProcess | undefined
  let closed: Promise<void> | undefined
  const undo = async () => {
    running?.interrupt()
    await running?.exitCode()
    await testApp.close()
    await rm(folder, { recursive: true, force: true })
  }

  const close = () => {
    closed ??= undo()
    return closed
  }

  try {
    running = await launch({ dataDir: folder, environment: { DATABASE_URL: testApp.url } })
    await running.ready()

    const planVersionId = await grow(testApp, members)
    const { port } = running

    return {
      installation: testApp,
      members,
      funded: FUNDED,
      planVersionId,
      port,
      base: `http://localhost:${port}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * After the sample people have their history: days are settled, so nothing looks through all those
 * positions day by day. And after an integrity check, since the next ones begin where it ended:
 * deposits made in sets have no rows in the journal, and no money of their members and plans moves.
 * Only the check of each night, at 03:20, would find that and stop money.
 */
async function grow(testApp: Installation, members: number): Promise<string> {
  await checkIntegrity(testApp.app)

  const plans = await somePlans(testApp.app, PLANS + 1)
  const [posted, ...grown] = plans
  await growMembers(testApp, grown, { members, funded: FUNDED })

  const { rows } = await testApp.owner.query('select id from member where email = $1', [SAMPLE])
  await openSession(testApp, rows[0].id, SAMPLE_TOKEN)

  return posted?.id ?? ''
}
