import { getSetting, listPaymentMethods } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'

/** Loads the withdrawal fees of each payment method, in force and announced, and their ceiling. */
export async function loadWithdrawalFees(app: App) {
  const methods = await listPaymentMethods(app.db, app.config, app.clock.now())
  const { ceiling } = await getSetting(app.db, app.config, 'fees')

  return {
    fees: methods.map(({ label, withdrawalFee, minWithdrawal, announcedFees }) => ({
      label,
      withdrawalFee,
      minWithdrawal,
      announced: announcedFees,
    })),
    ceiling: BigInt(ceiling),
  }
}
