import { DomainError } from '#lib/errors.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { PROMOTION } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { buildRewardTransfer, type Reward } from '../model.ts'
import { findDue } from '../queries.ts'
import { decideClaim } from '../steps/decide-claim.ts'
import { lockRewards } from '../steps/lock-rewards.ts'
import type { AffiliateTables } from '../tables.ts'

/**
 * Decides waiting claims in order, then pays the due rewards from promotion, oldest first, each in
 * its own transaction. Stops when promotion is short: the other rewards stay due. An inactive
 * member is paid once active again.
 */
export async function payRewards(app: App): Promise<void> {
  while (await runInTransaction(app.db, (tx) => withRewardsLock(tx, () => decideClaim(tx, app)))) {}

  for (let after = 0n; ; ) {
    const processed = await payNext(app, after)
    if (!processed) return
    after = processed.reward.sequence
    if (processed.paid) app.events.publish(toMemberAudience(processed.reward.memberId), 'rewards')
  }
}

/** Runs the work under a lock, so that rewards are paid in order by one worker at a time. */
async function withRewardsLock<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await lockRewards(tx)
  return await work()
}

type ProcessedReward = { reward: Reward; paid: boolean }

/**
 * Pays the next reward behind a number, or passes one that can't be paid; null when none is left or
 * money is short.
 */
async function payNext(app: App, after: bigint): Promise<ProcessedReward | null> {
  let processed: ProcessedReward | null = null
  try {
    await runInTransaction(app.db, (tx) =>
      withRewardsLock(tx, async () => {
        processed = null

        const reward = await findDue(tx, after)
        if (!reward) return

        processed = { reward, paid: await isPayable(tx, reward) }
        if (!processed.paid) return

        if ((await getBalance(tx, PROMOTION)) < reward.cents) processed = null
        else await pay(tx, app, reward)
      }),
    )

    return processed
  } catch (error) {
    return passOver(app, error, processed)
  }
}

const isPayable = async (tx: Tx, { memberId }: Reward): Promise<boolean> =>
  (await listMembersById(tx, [memberId])).get(memberId)?.status === 'active'

async function pay(tx: Tx, app: App, reward: Reward): Promise<void> {
  const [now, on] = [app.clock.now(), app.clock.today()]
  await openMemberAccounts(tx, reward.memberId)
  await tx
    .withTables<AffiliateTables>()
    .updateTable('reward')
    .set({ paid_at: now, paid_on: on })
    .where('id', '=', reward.id)
    .execute()

  await post(tx, [buildRewardTransfer(reward, on, systemActor.id)])
  await record(tx, now, systemActor, 'reward.paid', reward.id, {
    to: reward.memberId,
    cents: reward.cents,
  })
}

/**
 * Skips a reward that cannot be paid: a lack of money ends the round, a closed account does not
 * block the others.
 */
function passOver(
  app: App,
  error: unknown,
  processed: ProcessedReward | null,
): ProcessedReward | null {
  const code = error instanceof DomainError ? error.code : ''
  if (code === 'insufficient_funds') return null
  if (code !== 'account_closed' || !processed) throw error
  app.log.warn({ reward: processed.reward.id }, 'a reward is due to a closed account')
  return { reward: processed.reward, paid: false }
}
