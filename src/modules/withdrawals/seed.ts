import { invariant } from '#lib/invariant.ts'
import { simulateSettledPayment } from '#modules/chains/commands/simulate-settled-payment.ts'
import { isSimulatedChain } from '#modules/chains/queries.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { getDefaultChain, type PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { approveWithdrawal } from './commands/approve-withdrawal.ts'
import { cancelWithdrawal } from './commands/cancel-withdrawal.ts'
import { createPayoutBatch } from './commands/create-payout-batch.ts'
import { exportPayoutBatch } from './commands/export-payout-batch.ts'
import { followPayouts } from './commands/follow-payouts.ts'
import { markPaid } from './commands/mark-paid.ts'
import { recordPayoutTransactions } from './commands/record-payout-transactions.ts'
import { requestWithdrawal } from './commands/request-withdrawal.ts'
import { type SaveWallets, saveWallets } from './commands/save-wallets.ts'
import type { Source } from './model.ts'
import { getPayoutBatch } from './queries/payout-batches.ts'
import { listPayoutTransactions } from './queries/payout-transactions.ts'
import { getWithdrawal, listWallets, listWithdrawals, type Withdrawal } from './queries.ts'

/** Returns the app with its clock at an instant of the sample data. */
type AppAtInstant = (instant: string) => App

export type SampleWithdrawal = {
  requested: string
  amount: string
  method: PaymentMethodCode
  address: string
  /** The balance if omitted. */
  source?: Source
  cancelled?: string
  approved?: string
  paid?: string
}

/**
 * Creates one sample withdrawal by the commands at its dates. A withdrawal of an earlier run is
 * continued from its state.
 */
export async function seedWithdrawal(
  at: AppAtInstant,
  member: Member,
  admin: Admin,
  { requested, cancelled, approved, paid, ...request }: SampleWithdrawal,
): Promise<void> {
  let withdrawal = await findRequested(at(requested), member)
  withdrawal ??= await requestWithdrawal(at(requested), member, request)

  const { id } = withdrawal
  if (cancelled && withdrawal.status === 'pending')
    withdrawal = await cancelWithdrawal(at(cancelled), member, id)
  if (approved && withdrawal.status === 'pending')
    withdrawal = await approveWithdrawal(at(approved), admin, {
      withdrawalId: id,
      addressReviewed: true,
    })
  if (paid && withdrawal.status === 'approved') await payWithdrawal(at(paid), admin, withdrawal)
}

/**
 * Pays a withdrawal in a batch of its own, whose transaction completes it; by hand where its chain
 * isn't simulated.
 */
async function payWithdrawal(app: App, admin: Admin, withdrawal: Withdrawal): Promise<void> {
  const { id, method, coin, coinAmount: units, address, payoutBatchId } = withdrawal
  invariant(units !== null, 'an approved withdrawal has its coin amount')
  const chain = getDefaultChain(method)
  if (!isSimulatedChain(app, chain)) {
    await markPaid(app, admin, { withdrawalId: id, txid: `simulated-${id}` })
    return
  }

  const batchId =
    payoutBatchId ?? (await createPayoutBatch(app, admin, { method, withdrawalIds: [id] }))
  const { status } = await getPayoutBatch(app.db, batchId)
  if (status === 'created') await exportPayoutBatch(app, admin, { batchId, kind: 'csv' })

  if ((await listPayoutTransactions(app.db, batchId)).length === 0) {
    const txid = await simulateSettledPayment(app, { chain, coin, address, units })
    await recordPayoutTransactions(app, admin, { batchId, txids: [txid] })
  }
  await followPayouts(app, batchId)
}

async function findRequested(app: App, member: Member): Promise<Withdrawal | undefined> {
  const instant = app.clock.now().getTime()
  const mine = await listWithdrawals(app.db, { memberId: member.id })
  const found = mine.find((withdrawal) => withdrawal.createdAt.getTime() === instant)
  return found && (await getWithdrawal(app.db, member.id, found.id))
}

/** Saves a sample member's addresses at their date, unless they have any. */
export async function seedWallets(app: App, member: Member, wallets: SaveWallets): Promise<void> {
  const known = await listWallets(app.db, member.id)
  if (known.length === 0) await saveWallets(app, member, wallets)
}
