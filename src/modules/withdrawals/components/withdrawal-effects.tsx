import { toCents } from '#lib/money.ts'
import { formatPlanName } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Grid } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { WithdrawalPreview } from './calls.tsx'

type PreviewPart = WithdrawalPreview['parts'][number]

/** Displays what a withdrawal takes from cash and from positions. */
export const WithdrawalEffects = ({ parts }: { parts: readonly PreviewPart[] }) => (
  <Panel
    title="Effect on your investments"
    foot={
      <p>
        The amount you withdraw stops accruing today. Accrued returns are estimates: they become due
        at maturity and are paid only from income recorded for the plan. If the withdrawal is
        cancelled or rejected, the amount goes back into the investment as if it had never left. If
        the plan records a loss, closes or your investment matures in the meantime, the amount stays
        in cash, and what it has accrued until today is retained.
      </p>
    }
  >
    <Grid>
      {parts.map((part) => (
        <div key={part.position}>
          <h3 className="small strong">
            {formatPlanName({ name: part.plan, family: part.family })},{' '}
            <CalendarDay day={part.openedOn} />
          </h3>
          <KeyValues
            rows={[
              { label: 'Withdrawn', value: <Money amount={part.amount} /> },
              { label: 'Remaining invested', value: <Money amount={part.stays} /> },
              { label: 'Accrued to date, retained', value: <Money amount={part.accrued} /> },
              {
                label: (
                  <>
                    Target return on <CalendarDay day={part.maturesOn} /> (not guaranteed)
                  </>
                ),
                value: <Money amount={part.target} />,
              },
              {
                label: 'Target return forgone',
                value: <Money amount={-toCents(part.forgoneTarget)} />,
              },
            ]}
          />
        </div>
      ))}
    </Grid>
  </Panel>
)
