import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { PROMOTION } from '#modules/ledger/model.ts'
import { balanceOf } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { audienceOf } from '#platform/events.ts'
import { inTransaction } from '#platform/transaction.ts'
import { decideClaim } from '../acts/decide-claim.ts'
import { type Reward, rewardPaid } from '../model.ts'
import { findDue } from '../queries.ts'
import type { AffiliateTables } from '../tables.ts'

/**
 * Gives waiting claims their turn at the budget, then pays what is due out of promotion money,
 * oldest first, each in a transaction of its own. Where that is short it stops: the rest stays due.
 * Who isn't active is paid once they are again.
 */
export async function payRewards(app: App): Promise<void> {
  while (await inTransaction(app.db, (tx) => inTurn(tx, () => decideClaim(tx, app)))) {}

  for (let after = 0n; ; ) {
    const seen = await payNext(app, after)
    if (!seen) return
    after = seen.reward.sequence
    if (seen.paid) app.events.publish(audienceOf(seen.reward.memberId), 'rewards')
  }
}

/** One worker at a time, or two would serve out of turn. */
async function inTurn<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rewards', 0))`.execute(tx)
  return await work()
}

type Seen = { reward: Reward; paid: boolean }

/**
 * Pays the next reward behind a number, or passes one that can't be paid; null when none is left or
 * money is short.
 */
async function payNext(app: App, after: bigint): Promise<Seen | null> {
  let seen: Seen | null = null
  try {
    await inTransaction(app.db, (tx) =>
      inTurn(tx, async () => {
        seen = null

        const reward = await findDue(tx, after)
        if (!reward) return

        seen = { reward, paid: await isPayable(tx, reward) }
        if (!seen.paid) return

        if ((await balanceOf(tx, PROMOTION)) < reward.cents) seen = null
        else await pay(tx, app, reward)
      }),
    )

    return seen
  } catch (error) {
    return passOver(app, error, seen)
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

  await post(tx, [rewardPaid(reward, on, systemActor.id)])
  await record(tx, now, systemActor, 'reward.paid', reward.id, {
    to: reward.memberId,
    cents: reward.cents,
  })
}

/** Money that went meanwhile ends the round; a closed account holds up nobody else. */
function passOver(app: App, error: unknown, seen: Seen | null): Seen | null {
  const code = error instanceof DomainError ? error.code : ''
  if (code === 'insufficient_funds') return null
  if (code !== 'account_closed' || !seen) throw error
  app.log.warn({ reward: seen.reward.id }, 'a reward is due to a closed account')
  return { reward: seen.reward, paid: false }
}
