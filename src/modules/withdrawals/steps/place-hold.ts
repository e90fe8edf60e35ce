import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Transfer } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { redeemPrincipal } from '#modules/plans/steps/redeem-principal.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildHoldTransfer, computeShortfall, createShortfallError } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * The member's cash, and the positions that the member picked; the newest give first if omitted.
 */
type HoldSources = { cash: Cents; positions: string[] | undefined }

/**
 * Posts the hold of a requested withdrawal, and redeems principal for what cash does not cover.
 * Throws `invalid_amount` (422) where the picked positions hold less, and what `redeemPrincipal`
 * and `post` throw.
 */
export async function placeHold(
  tx: Tx,
  app: Pick<App, 'clock'>,
  withdrawal: Row,
  sources: HoldSources,
): Promise<void> {
  const { id, member_id: memberId, source, amount } = withdrawal
  const redeemed = await redeemShortfall(tx, app, withdrawal, sources)
  const hold = buildHoldTransfer(
    { id, memberId, source, amount },
    { on: app.clock.today(), actor: memberId },
  )

  await post(tx, [...redeemed, hold])
}

async function redeemShortfall(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  { id, member_id: memberId, source, amount }: Row,
  { cash, positions }: HoldSources,
): Promise<Transfer[]> {
  const shortfall = source === 'profit' ? 0n : computeShortfall(amount, cash)
  if (shortfall === 0n) return []

  const { transfers } = await redeemPrincipal(tx, {
    memberId,
    amount: shortfall,
    ...(positions ? { positions } : {}),
    on: clock.today(),
    withdrawalId: id,
    actor: memberId,
  }).catch(throwPositionShortfall)

  return transfers
}

function throwPositionShortfall(error: unknown): never {
  throw error instanceof DomainError && error.code === 'insufficient_funds'
    ? createShortfallError()
    : error
}
