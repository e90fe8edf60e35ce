import { DomainError } from '#lib/errors.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash, needsApproval } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type Adjustment,
  buildAdjustmentTransfer,
  computeAdjustmentChange,
  toAdjustmentContent,
} from '../model.ts'
import { assertAdjustable, postAdjustment } from './post-adjustment.ts'

/** Posts an adjustment below the second admin's threshold, and proposes a larger one. */
export async function adjustOrPropose(app: App, tx: Tx, admin: Staff, adjustment: Adjustment) {
  assertPermitted(admin, 'balance.adjust')

  const change = computeAdjustmentChange(adjustment)
  const threshold = getSecondAdminThreshold('balance.adjust', app.config.MODE)

  await openMemberAccounts(tx, adjustment.memberId)
  const isSmall = threshold === null || (change < 0n ? -change : change) < threshold

  if (isSmall && !(await needsApproval(tx, [buildTransfer(app, admin, adjustment)]))) {
    await postAdjustment(app, tx, admin, adjustment)
    return null
  }

  return await proposeAdjustment(app, tx, admin, adjustment)
}

async function proposeAdjustment(
  app: App,
  tx: Tx,
  admin: Staff,
  adjustment: Adjustment,
): Promise<Proposal> {
  const { memberId: subjectId } = adjustment
  const permission = 'balance.adjust'

  if (await findOpenProposal(tx, permission, subjectId, app.clock.now()))
    throw new DomainError(
      'already_proposed',
      409,
      'An adjustment for this member is already waiting for a second admin.',
    )

  await assertAdjustable(tx, adjustment)

  return await propose(tx, app, admin, {
    permission,
    subjectId,
    content: toAdjustmentContent(adjustment),
    postingHash: await computePostingHash(tx, [buildTransfer(app, admin, adjustment)]),
  })
}

const buildTransfer = ({ clock }: App, admin: Staff, adjustment: Adjustment) =>
  buildAdjustmentTransfer(adjustment, { on: clock.today(), actor: admin.id })
