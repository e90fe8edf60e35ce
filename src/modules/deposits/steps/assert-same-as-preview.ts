import { DomainError } from '#lib/errors.ts'
import { formatUsd, parseAmount } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { ConfirmedCredit } from '../model.ts'
import type { ConfirmDeposit } from './compute-confirmed-credit.ts'

/**
 * Throws `preview_differs` (409) unless exactly what the admin saw is posted, and `preview_needed`
 * (400) where live gets no figure to compare.
 */
export function assertSameAsPreview(
  { config }: App,
  input: Pick<ConfirmDeposit, 'credited' | 'invested'>,
  { credited, invested }: ConfirmedCredit,
) {
  if (config.MODE === 'live' && !input.credited)
    throw new DomainError(
      'preview_needed',
      400,
      'Please send the credited amount shown in the preview.',
      'credited',
    )

  const differs = (text: string | undefined, cents: bigint) =>
    text !== undefined && parseAmount(text.trim(), 'USD') !== cents
  if (!differs(input.credited, credited) && !differs(input.invested, invested)) return

  throw new DomainError(
    'preview_differs',
    409,
    `Nothing was posted because the figures have changed. ${formatUsd(credited)} would now be ` +
      `credited, ${formatUsd(invested)} of it invested. Check the new figures and confirm ` +
      'again.',
  )
}
