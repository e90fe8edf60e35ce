import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type SettingName, type Settings, splitChange } from './model.ts'
import { getSetting } from './queries.ts'
import { acceptLoosening, proposeLoosening } from './steps/loosen-setting.ts'
import { type Decider, lockSettings } from './steps/record-setting-change.ts'
import { setSetting } from './steps/set-setting.ts'

const createDecider = (id: string, label: string): Decider => ({
  kind: 'admin',
  id,
  label,
  role: 'owner',
})
const PROPOSER = createDecider('adm_proposer', 'The proposer')
const APPROVER = createDecider('adm_approver', 'The approver')

/**
 * Approves a proposed looser control as another admin; it takes effect by the mode of `applying`,
 * in the sandbox at once.
 */
export async function approveTestLoosening(
  app: App,
  proposal: Proposal,
  by: Decider = APPROVER,
  applying: App = app,
): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)
    const { contentHash } = proposal
    const decided = await decide(tx, app, by, proposal, { approve: true, contentHash })
    await acceptLoosening(tx, applying, by, decided)
  })
}

/** Sets a setting as two admins do, looser or not. */
export async function setTestSetting<Name extends SettingName>(
  app: App,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  const { free, looser } = splitChange(name, await getSetting(app.db, app.config, name), value)
  const proposal = await runInTransaction(app.db, async (tx) => {
    await setSetting(tx, name, free, { by: PROPOSER.label, at: app.clock.now() })
    return Object.keys(looser).length > 0
      ? await proposeLoosening(tx, app, PROPOSER, name, looser)
      : null
  })

  if (proposal) await approveTestLoosening(app, proposal)
}

/** Creates an approved looser control that has not taken effect, and returns its id. */
export async function createOpenChange(app: App): Promise<string> {
  await setTestSetting(app, 'plans', { targetWarningBps: 1_000 })
  const proposal = await runInTransaction(app.db, (tx) =>
    proposeLoosening(tx, app, PROPOSER, 'plans', { targetWarningBps: 2_000 }),
  )
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  await approveTestLoosening(app, proposal, APPROVER, live)

  return proposal.id
}
