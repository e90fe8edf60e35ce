import type { Selectable } from 'kysely'
import { formatUtcMinute } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { assertNotHeld } from '#modules/compliance/steps/assert-not-held.ts'
import { type Member, UNTIL_RESET } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { assertTransactionNotHeld } from '#modules/transaction-monitoring/steps/assert-transaction-not-held.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { formatDecisionConflict } from '../model.ts'
import { isForNewAddress } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Throws, each 409, if a withdrawal cannot be approved now: `not_pending`, `cooling_down` for a new
 * address, `wallet_removed`, `withdrawals_frozen`, `screening_hold` or `monitoring_hold`. Throws
 * `address_review_needed` (422) for an address saved less than a day ago that the approving admin
 * has not reviewed.
 */
export async function assertApprovable(
  app: App,
  tx: Tx,
  withdrawal: Row,
  addressReviewed: boolean,
): Promise<void> {
  const createConflictError = (code: string, message: string) => new DomainError(code, 409, message)
  if (withdrawal.status !== 'pending')
    throw createConflictError('not_pending', formatDecisionConflict(withdrawal))

  const now = app.clock.now()
  if (withdrawal.payable_from > now)
    throw createConflictError(
      'cooling_down',
      `The address is new. You can pay to it from ${formatUtcMinute(withdrawal.payable_from)}.`,
    )

  const wallet = await tx
    .withTables<WithdrawalTables>()
    .selectFrom('wallet')
    .select('retired_at')
    .where('id', '=', withdrawal.wallet_id)
    .executeTakeFirstOrThrow()

  if (wallet.retired_at)
    throw createConflictError('wallet_removed', 'The member has removed this address.')

  assertNotFrozen(await getMember(tx, withdrawal.member_id), now)
  await assertNotHeld(tx, withdrawal.member_id)
  await assertTransactionNotHeld(tx, withdrawal.id)

  if (!addressReviewed && (await isForNewAddress(tx, withdrawal.id, now)))
    throw new DomainError(
      'address_review_needed',
      422,
      'The address was saved less than a day ago. Review it and tick the box.',
      'addressReviewed',
    )
}

/** Throws `withdrawals_frozen` (409) while withdrawals of the member are frozen. */
export function assertNotFrozen({ withdrawalsFrozenUntil: until }: Member, now: Date): void {
  if (!until || until <= now) return

  const end = until >= UNTIL_RESET ? 'the member sets a new password' : formatUtcMinute(until)

  throw new DomainError(
    'withdrawals_frozen',
    409,
    `This member’s withdrawals are paused until ${end}.`,
  )
}
