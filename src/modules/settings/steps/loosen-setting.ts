import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { LOOSENING_WAIT_MS, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { findUnbounded, parseLoosening, type SettingName, type Settings } from '../model.ts'
import { getSetting, listOpenChanges, type SettingChangeRow } from '../queries.ts'
import type { SettingsTables } from '../tables.ts'
import { type Decider, recordSettingChange } from './record-setting-change.ts'
import { setSetting } from './set-setting.ts'

/** Mails all staff that a control is about to become looser. */
export type AnnounceLoosening = (
  tx: Tx,
  announcement: {
    state: 'proposed' | 'approved' | 'applied' | 'cancelled'
    by: string
    setting: string
    changes: Record<string, unknown>
    before: Record<string, unknown>
    effectiveFrom: Date | null
  },
) => Promise<void>

/**
 * Proposes looser controls of a setting, for another admin to decide, and announces it. Throws
 * `already_proposed` (409), `invalid_setting` (422) for a value beyond its bound.
 */
export async function proposeLoosening(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  by: Decider,
  name: SettingName,
  changes: Record<string, unknown>,
  announce?: AnnounceLoosening,
): Promise<Proposal> {
  const unbounded = findUnbounded(name, changes)
  if (unbounded)
    throw new DomainError(
      'invalid_setting',
      422,
      'This is outside the allowed range.',
      `${name}.${unbounded}`,
    )

  const now = app.clock.now()
  const open = await listOpenChanges(tx)
  if (
    (await findOpenProposal(tx, 'setting.loosen', name, now)) ||
    open.some(({ setting }) => setting === name)
  )
    throw new DomainError(
      'already_proposed',
      409,
      'A change to this setting is already pending. Cancel it or let it take effect first.',
    )

  const current: Record<string, unknown> = { ...(await getSetting(tx, app.config, name)) }
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, current[field]]))
  await announce?.(tx, {
    state: 'proposed',
    by: by.label,
    setting: name,
    changes,
    before,
    effectiveFrom: null,
  })

  return await propose(tx, app, by, {
    permission: 'setting.loosen',
    subjectId: name,
    content: { setting: name, changes, before },
  })
}

/**
 * Stores an approved looser control, announces it, and applies it when it takes effect at once, as
 * in the sandbox.
 */
export async function acceptLoosening(
  tx: Tx,
  app: App,
  by: Actor,
  proposal: Proposal,
  announce?: AnnounceLoosening,
): Promise<void> {
  const now = app.clock.now()
  const { setting, changes, before } = parseLoosening(proposal.content)
  const row = await tx
    .withTables<SettingsTables>()
    .insertInto('setting_change')
    .values({
      id: proposal.id,
      setting: setting as SettingName,
      changes: JSON.stringify(changes),
      approved_at: now,
      effective_from: new Date(now.getTime() + LOOSENING_WAIT_MS[app.config.MODE]),
    })
    .returning('effective_from as effectiveFrom')
    .executeTakeFirstOrThrow()

  const { effectiveFrom } = row
  await announce?.(tx, { state: 'approved', by: by.label, setting, changes, before, effectiveFrom })

  if (effectiveFrom <= now)
    await applyLoosening(tx, app, by, {
      id: proposal.id,
      setting: setting as SettingName,
      changes,
      before,
      effectiveFrom,
      approvedAt: now,
      proposer: proposal.proposerLabel,
      decider: by.label,
    })
}

/**
 * Applies an approved looser control whose time has come. Cancels it when the setting has changed
 * since it was proposed.
 */
export async function applyLoosening(
  tx: Tx,
  app: App,
  by: Actor,
  change: SettingChangeRow,
): Promise<void> {
  const { id, setting, changes, before } = change
  const now = app.clock.now()
  const value = await getSetting(tx, app.config, setting)
  const current: Record<string, unknown> = { ...value }
  const isCurrent = Object.entries(before).every(([field, was]) =>
    isDeepStrictEqual(current[field], was),
  )
  if (!isCurrent) return await cancelLoosening(tx, app, by, change)

  const after = { ...value, ...changes } as Settings[SettingName]
  await setSetting(tx, setting, after, { by: change.proposer, at: now, changeId: id })

  for (const field of Object.keys(changes)) {
    const isPause = setting === 'pauses'
    if (isPause)
      await recordSettingChange(tx, app, by, `pauses.${field}`, {
        before: before[field],
        after: changes[field],
      })
  }
  if (setting !== 'pauses')
    await recordSettingChange(tx, app, by, setting, {
      before: value,
      after: await getSetting(tx, app.config, setting),
    })
}

/** Cancels an approved looser control before it takes effect. */
export async function cancelLoosening(
  tx: Tx,
  app: Pick<App, 'clock'>,
  by: Actor,
  { id, setting, changes }: Pick<SettingChangeRow, 'id' | 'setting' | 'changes'>,
): Promise<void> {
  const now = app.clock.now()
  await tx
    .withTables<SettingsTables>()
    .updateTable('setting_change')
    .set({ cancelled_at: now, cancelled_by: by.label })
    .where('id', '=', id)
    .where(sql<boolean>`applied_at is null and cancelled_at is null`)
    .execute()

  await record(tx, now, by, 'setting.change-cancelled', `setting:${setting}`, { id, changes })
}
