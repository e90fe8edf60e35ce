import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import type { OfferedMethod } from './calls.tsx'

type AnnouncedFeesProps = { method: Pick<OfferedMethod, 'name' | 'announcedFees'> }

/** A higher withdrawal fee or minimum that was announced, with the day from which it applies. */
export function AnnouncedFees({ method: { name, announcedFees } }: AnnouncedFeesProps) {
  if (!announcedFees) return null

  const { withdrawalFee, minWithdrawal, effectiveFrom } = announcedFees

  return (
    <p className="small">
      From <When at={effectiveFrom} timeZone="UTC" /> UTC, the {name} withdrawal fee is{' '}
      <Money amount={withdrawalFee} /> and the minimum is <Money amount={minWithdrawal} />.
      Withdrawals requested before then pay the current fee.
    </p>
  )
}
