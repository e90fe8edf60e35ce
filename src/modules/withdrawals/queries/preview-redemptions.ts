import { createNotFoundError, DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import {
  allocateParts,
  createNoticeNeededError,
  formatPositionName,
  type PositionPart,
} from '#modules/plans/model.ts'
import {
  listMemberPositions,
  type PositionView,
  previewRedemption,
} from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import { createShortfallError, type WithdrawalRequest } from '../model.ts'

export async function previewRedemptions(
  app: App,
  memberId: string,
  { positions }: WithdrawalRequest,
  shortfall: Cents,
) {
  const open = (await listMemberPositions(app.db, memberId, app.clock.today())).filter(
    ({ status }) => status === 'open',
  )
  const available = positions
    ? selectPositions(open, positions)
    : open.filter(({ noticePeriodDays }) => noticePeriodDays === 0)
  const parts = allocateParts(available, shortfall)
  if (!parts) throw createShortfallError()

  return await Promise.all(
    parts.map((part) => computeRedemptionEffect(app, memberId, available, part)),
  )
}

const selectPositions = (open: readonly PositionView[], ids: readonly string[]) =>
  [...new Set(ids)].map((id) => {
    const found = open.find((position) => position.id === id)
    if (!found) throw createNotFoundError('This investment')

    const { planName: name, family, openedOn, noticePeriodDays } = found
    if (noticePeriodDays > 0)
      throw createNoticeNeededError(
        `${formatPositionName({ plan: { name, family }, openedOn })} requires notice before you ` +
          'can withdraw from it.',
      )

    return found
  })

async function computeRedemptionEffect(
  app: App,
  memberId: string,
  available: readonly PositionView[],
  part: PositionPart,
) {
  const position = available.find(({ id }) => id === part.positionId) as PositionView
  const effect = await previewRedemption(app.db, memberId, part, app.clock.today()).catch(
    toEndedEffect(position, part),
  )
  const { amount, stays, accrued, target, forgoneTarget } = effect
  const { id, planName: plan, family, openedOn, maturesOn } = position

  return {
    position: id,
    plan,
    family,
    openedOn,
    maturesOn,
    amount,
    stays,
    accrued,
    target,
    forgoneTarget,
  }
}

/** Handles a position whose term has ended: redeeming its principal forgoes nothing. */
const toEndedEffect =
  ({ remaining, accrued, target }: PositionView, { amount }: PositionPart) =>
  (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'position_ended') throw error
    return { amount, stays: remaining - amount, accrued, target, forgoneTarget: 0n }
  }
