import type { ChainTip } from '../model.ts'
import { listMissingPayments } from '../queries/missing-payments.ts'
import { assertObservationValid, assertUsableTip, awaitAnswer } from './await-answer.ts'
import { type ProviderRound, writeWhileHeld } from './provider-round.ts'
import { reconcileObservation } from './reconcile-observation.ts'

/** Reads again, one by one, what another provider shows: this one may have left it out once. */
export async function findMissing(round: ProviderRound, tip: ChainTip): Promise<void> {
  const { app, provider } = round
  const now = app.clock.now()
  const missing = await listMissingPayments(app.db, provider, tip.height, now)

  for (const { txid, target } of missing) {
    const payments = await awaitAnswer(provider.findPayments(txid, target))
    if (payments.length === 0) continue

    const newest = await awaitAnswer(provider.readTip())
    assertUsableTip(round, newest)
    assertObservationValid(round, [target], { tip: newest, payments, completeFrom: 0, cursor: {} })
    const observation = { tip: newest, payments, completeFrom: null }
    const scope = { chain: provider.chain, provider: provider.name, observation, targets: [target] }
    await writeWhileHeld(round, async (tx) => void (await reconcileObservation(tx, scope, now)))
  }
}
