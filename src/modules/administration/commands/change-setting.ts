import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '#lib/errors.ts'
import { formatUsd } from '#lib/money.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { type SettingName, type Settings, splitChange } from '#modules/settings/model.ts'
import { findSettingChange, getSetting, listPaymentMethods } from '#modules/settings/queries.ts'
import { proposeLoosening } from '#modules/settings/steps/loosen-setting.ts'
import {
  assertCurrentVersion,
  type Decider,
  lockSettings,
  recordSettingChange,
} from '#modules/settings/steps/record-setting-change.ts'
import { parseSetting, setSetting } from '#modules/settings/steps/set-setting.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createAnnouncement } from '../steps/announce-loosening.ts'

export type ChangeSetting<Name extends SettingName = SettingName> = {
  name: Name
  /** The new value with all of its fields. */
  value: Settings[Name]
  /** The ISO time of the last change that the form was filled from; empty for the defaults. */
  version: string
}

/** Throws `invalid_setting` (422) for a ceiling below a fee or minimum in force or announced. */
async function assertFeesBelow(tx: Tx, app: App, { ceiling }: Settings['fees']) {
  const methods = await listPaymentMethods(tx, app.config, app.clock.now())
  const highest = methods
    .flatMap((method) => [method, ...(method.announcedFees ? [method.announcedFees] : [])])
    .flatMap(({ withdrawalFee, minWithdrawal }) => [withdrawalFee, minWithdrawal])
    .reduce((one, other) => (other > one ? other : one))

  if (/^\d+$/.test(ceiling) && BigInt(ceiling) < highest)
    throw new DomainError(
      'invalid_setting',
      422,
      `A fee or minimum of ${formatUsd(highest)} is in force or announced. Lower it first.`,
      'fees.ceiling',
    )
}

/**
 * Changes a setting and records the previous value in the audit log. A looser control is not
 * changed: it is proposed, for another admin to approve, and the proposal is returned. Throws
 * `invalid_setting` (422) with the field, `changed_elsewhere` and `already_proposed` (409).
 */
export async function changeSetting<Name extends SettingName>(
  app: App,
  by: Decider,
  { name, value, version }: ChangeSetting<Name>,
): Promise<Proposal | null> {
  assertPermitted(by, 'installation.manage')

  return await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)
    assertCurrentVersion((await findSettingChange(tx, name))?.at ?? null, version)

    const before = await getSetting(tx, app.config, name)
    if (name === 'fees') await assertFeesBelow(tx, app, value as Settings['fees'])
    const { free, looser } = splitChange(name, before, parseSetting(name, value))
    const hasLooser = Object.keys(looser).length > 0

    if (!hasLooser || !isDeepStrictEqual(free, before)) {
      await setSetting(tx, name, free, { by: by.label, at: app.clock.now() })
      await recordSettingChange(tx, app, by, name, {
        before,
        after: await getSetting(tx, app.config, name),
      })
    }

    return hasLooser
      ? await proposeLoosening(tx, app, by, name, looser, createAnnouncement(app))
      : null
  })
}
