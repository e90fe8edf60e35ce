import { newId } from '#lib/ids.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { EQUITY, PROMOTION } from '#modules/ledger/model.ts'
import { approved, transfer } from '#modules/ledger/testing.ts'
import { setSetting } from '#modules/settings/acts/set-setting.ts'
import type { Settings } from '#modules/settings/model.ts'
import { payIn } from '#modules/treasury/testing.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'

/** Promotion money out of the operator's own capital, as two admins record it. */
export async function fundPromotion(app: App, cents: bigint): Promise<void> {
  await payIn(app, cents)
  const funding = transfer(newId('prm'), 'promotion_funded', EQUITY, PROMOTION, cents)
  await inTransaction(app.db, async (tx) => post(tx, await approved(tx, [funding])))
}

/** The sandbox's own settings, with whatever is given in their place: 10% for who invites. */
export async function incentives(
  app: App,
  given: {
    referral?: Partial<Settings['referral']>
    campaigns?: Partial<Settings['campaigns']>
  } = {},
): Promise<void> {
  const changed = { by: 'test', at: app.clock.now() }
  const referral = { on: true, countries: 'all' as const, percentageBps: 1_000, ...given.referral }
  const campaigns = { on: true, countries: 'all' as const, ...given.campaigns }

  await inTransaction(app.db, async (tx) => {
    await setSetting(tx, 'referral', referral, changed)
    await setSetting(tx, 'campaigns', campaigns, changed)
  })
}
