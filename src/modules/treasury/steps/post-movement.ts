import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { Transfer } from '#modules/ledger/model.ts'
import { findEntry } from '#modules/ledger/queries.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { post } from '#modules/ledger/steps/post.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import {
  buildFeeKey,
  buildMovementTransfers,
  getMovementAction,
  getMovementSubject,
  isCustody,
  type Movement,
  toMovementContent,
} from '../model.ts'
import { getUnmatched } from '../queries.ts'
import { assertCovered, lockTaken } from './assert-covered.ts'
import { assertPlaceable } from './assert-placeable.ts'
import { recordArrivalReceipt } from './record-arrival-receipt.ts'
import { simulateMovement } from './simulate-movement.ts'

/**
 * Posts a movement, once, with its audit event and, if a second admin approved it, its proposal. An
 * incoming payment gets its receipt, a new place its account. Throws the errors of `assertCovered`,
 * `assertPlaceable`, `recordArrivalReceipt` and `post`, `already_settled`, `fee_recorded` and
 * `already_booked` (409).
 */
export async function postMovement(
  app: App,
  tx: Tx,
  admin: Staff,
  { id, movement, proposal }: { id: string; movement: Movement; proposal?: Proposal },
): Promise<void> {
  const transfers = buildMovementTransfers(movement, { id, on: app.clock.today(), actor: admin.id })
  await lockTaken(tx, transfers)
  await assertStillThere(tx, movement)
  await assertCovered(tx, transfers)
  await assertPlaceable(app, tx, movement)

  const { proposedBy: by = admin.id, proposedAt: at = app.clock.now() } = proposal ?? {}
  await recordArrivalReceipt(app, tx, movement, { by, at })
  if (movement.kind === 'custody_moved' && movement.opensPlace)
    await openCustodyAccount(tx, movement.toPlace, movement.currency)

  const approval = proposal && { approval: proposal.id }
  const posted = await post(
    tx,
    transfers.map((leg) => ({ ...leg, ...approval })),
  )

  if (posted.some(({ replay }) => replay))
    throw new DomainError(
      'already_booked',
      409,
      'This has already been recorded. Nothing was changed.',
    )

  await moveOutside(app, tx, transfers, id)

  const details = { ...toMovementContent(movement), ...approval }
  await record(
    tx,
    app.clock.now(),
    admin,
    getMovementAction(movement.kind),
    getMovementSubject(movement, id),
    details,
  )
}

/**
 * Applies a movement to the sandbox's simulated outside. A transfer with a receipt was applied when
 * the receipt was recorded.
 */
async function moveOutside(app: App, tx: Tx, transfers: readonly Transfer[], reference: string) {
  for (const { debit, credit, amount, receipt } of transfers) {
    if (isCustody(debit) && receipt === undefined)
      await simulateMovement(tx, app, { account: debit, units: amount, reference })
    if (isCustody(credit))
      await simulateMovement(tx, app, { account: credit, units: -amount, reference })
  }
}

/** Throws if the payment in suspense is already settled or the network fee already recorded. */
export async function assertStillThere(tx: Tx, movement: Movement): Promise<void> {
  if (movement.kind === 'suspense_matched' || movement.kind === 'suspense_refunded')
    await getUnmatched(tx, movement.receipt)
  if (movement.kind !== 'network_fee_paid') return

  if (await findEntry(tx, `${buildFeeKey(movement.currency, movement.txid)}/coin`))
    throw new DomainError(
      'fee_recorded',
      409,
      'The fee for this transaction has already been recorded.',
      'txid',
    )
}

/** Publishes the events that refresh open screens, after a match also the member's. */
export function announce(app: App, movement: Movement, proposal: Proposal | null = null): void {
  app.events.publish(STAFF, 'treasury')
  if (proposal) app.events.publish(STAFF, 'approvals')
  else if (movement.kind === 'suspense_matched')
    app.events.publish(toMemberAudience(movement.memberId), 'treasury')
}
