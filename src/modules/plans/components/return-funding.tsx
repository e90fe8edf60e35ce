import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import type { PositionTimeline } from './calls.tsx'

export type PaidReturn = PositionTimeline['returns'][number] & { id: string }

/** Lists the income that funded a payment, with the hashes of its evidence files. */
export const ReturnFunding = ({ paid }: { paid: PaidReturn }) => (
  <>
    <p>
      <Money amount={paid.amount} /> was paid on <CalendarDay day={paid.paidOn} /> from income that
      two admins recorded with supporting evidence:
    </p>
    {paid.incomes.map((income) => (
      <DrawerPart
        key={`${income.evidence} ${income.periodFrom} ${income.amount}`}
        title={income.source}
      >
        <Details
          rows={[
            { label: 'Your share', value: <Money amount={income.amount} /> },
            {
              label: 'Period',
              value: (
                <>
                  <CalendarDay day={income.periodFrom} /> to <CalendarDay day={income.periodTo} />
                </>
              ),
            },
            {
              label: 'Hash of the evidence file (SHA-256)',
              value: <span className="mono meta anywhere">{income.evidence}</span>,
            },
          ]}
        />
      </DrawerPart>
    ))}
  </>
)
