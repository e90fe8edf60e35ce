import type { Permission, Proposal } from '#modules/approvals/model.ts'
import { addTestSoftwareKey } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import type { App } from '#platform/app.ts'
import type { TestApp } from './app.ts'

type Owner = TestApp['database']['owner']

/**
 * What every scenario finds: an app whose database is well, two of the staff, and a plan from
 * $1,000 to $10,000.
 */
export type ScenarioContext = {
  app: TestApp['app']
  ines: Admin
  ruth: Admin
  planId: string
  owner: Owner
}

export async function createScenarioContext({
  app,
  database: { owner },
}: TestApp): Promise<ScenarioContext> {
  const { admin: ines } = await createTestAdmin(app, { role: 'finance' })
  const { admin: ruth } = await createTestAdmin(app, { role: 'owner' })
  // what a first approval adds would make it differ from the next one
  for (const { id } of [ines, ruth]) await addTestSoftwareKey(app, id)

  return { app, owner, ines, ruth, planId: (await createPublishedPlan(app)).id }
}

/** The same step as a call of the interface, where an Idempotency-Key makes one of many tries. */
export type Call = { by: Member | Admin; path: string; body: unknown; method?: 'PATCH' | 'DELETE' }

export type ScenarioAction = {
  /**
   * The command, on the app it is given: the one whose database fails. Run again it is the same
   * step repeated.
   */
  run(app: App): Promise<unknown>
  /** The call of a command that moves money: it is examined as well. */
  call?: Call
}

export type Scenario = {
  /**
   * The command's file: `deposits/confirm-deposit` for
   * `src/modules/deposits/commands/confirm-deposit.ts`.
   */
  command: string
  /** What is special about it, where a command has several. */
  when?: string
  /** Which kind of proposal it carries out, where it does. */
  decides?: Permission
  /** Two runs count twice on purpose: only the key of its call shows that they are one. */
  repeatable?: true
  /**
   * Changes short of the whole that it leaves on purpose, as `changes.ts` says them; repeated it
   * must end whole.
   */
  stages?: readonly string[][]
  /** How many rows it writes depends on what others leave behind: only which tables is compared. */
  countsVary?: true
  /** What it changes depends on what others leave behind, so it goes before them. */
  first?: true
  /** Makes what the command needs, through commands on the app that is well, again each time. */
  prepare(context: ScenarioContext): Promise<ScenarioAction>
  /** Leaves the installation as the other scenarios need it. */
  finish?(context: ScenarioContext): Promise<void>
}

/** The approval of a proposal by another admin, as a command and as a call. */
export function approving(by: Admin, { id, contentHash }: Proposal): ScenarioAction {
  return {
    run: (on) => decideProposal(on, by, { id, approve: true, contentHash }),
    call: { by, path: `/admin/approvals/${id}/approve`, body: { hash: contentHash } },
  }
}

/** The same app with real money: what two admins decide in live alone. */
export const asLive = (app: App): App => ({ ...app, config: { ...app.config, MODE: 'live' } })

let named = 0
/** A name that nothing has yet. */
export const another = (what: string) => `${what}-${++named}`

let transactions = 0

/** Returns the id of a transaction that no other scenario names. */
export const createTransactionId = () => (++transactions).toString(16).padStart(64, 'f')
