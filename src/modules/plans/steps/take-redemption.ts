import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PositionPart } from '../model.ts'

export type RedeemPrincipal = {
  memberId: string
  /** The amount that cash does not cover, above zero. */
  amount: Cents
  /**
   * The member's own pick, in its order; without it the newest positions go first, those that ask
   * for notice left out.
   */
  positions?: readonly string[]
  on: Day
  withdrawalId: string
  actor: string
}

/** Takes the parts out of their positions and records them, in one statement. */
export async function takeParts(
  tx: Tx,
  parts: readonly PositionPart[],
  { withdrawalId, on }: RedeemPrincipal,
): Promise<void> {
  const ids = parts.map(() => createId('red'))
  const positionIds = parts.map(({ positionId }) => positionId)
  const amounts = parts.map(({ amount }) => String(amount))

  await sql`
    with part as (
      select * from unnest(${ids}::text[], ${positionIds}::text[], ${amounts}::bigint[])
        as part (id, position_id, cents)
    ), redeemed as (
      update position set remaining_cents = remaining_cents - part.cents,
        status = case when remaining_cents = part.cents then 'redeemed' else 'open' end
      from part where position.id = part.position_id
    )
    insert into position_redemption (id, position_id, withdrawal_id, amount_cents, redeemed_on)
    select id, position_id, ${withdrawalId}::text, cents, ${on}::date from part`.execute(tx)
}

/** Returns the transfer of a redeemed part to cash. */
export const buildRedemptionTransfer = (part: PositionPart, input: RedeemPrincipal): Transfer => ({
  idempotencyKey: `withdrawal/${input.withdrawalId}/redeem/${part.positionId}`,
  transferType: 'principal_redeemed',
  debit: toMemberAccountCode(input.memberId, 'principal'),
  credit: toMemberAccountCode(input.memberId, 'cash'),
  amount: part.amount,
  effectiveDate: input.on,
  reference: input.withdrawalId,
  actor: input.actor,
})
