import { createId } from '#lib/ids.ts'
import { EQUITY, PROMOTION } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, transfer } from '#modules/ledger/testing.ts'
import type { Settings } from '#modules/settings/model.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { payCapital } from '#modules/treasury/testing.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

/** Funds promotion money from the operator's capital, as two admins do. */
export async function fundPromotion(app: App, cents: bigint): Promise<void> {
  await payCapital(app, cents)
  const funding = transfer(createId('prm'), 'promotion_funded', EQUITY, PROMOTION, cents)
  await runInTransaction(app.db, async (tx) => post(tx, await approveTransfers(tx, [funding])))
}

/** Turns the incentives on: 10% for inviters, unless overridden. */
export async function enableIncentives(
  app: App,
  overrides: {
    referral?: Partial<Settings['referral']>
    campaigns?: Partial<Settings['campaigns']>
  } = {},
): Promise<void> {
  const changed = { by: 'test', at: app.clock.now() }
  const referral = {
    on: true,
    countries: 'all' as const,
    percentageBps: 1_000,
    ...overrides.referral,
  }
  const campaigns = { on: true, countries: 'all' as const, ...overrides.campaigns }

  await runInTransaction(app.db, async (tx) => {
    await setSetting(tx, 'referral', referral, changed)
    await setSetting(tx, 'campaigns', campaigns, changed)
  })
}
