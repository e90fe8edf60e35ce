import { toCents } from '#lib/money.ts'
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
    title="What it does to your positions"
    foot={
      <p>
        The part that you withdraw stops accruing today. Accrued is an estimate: it falls due on the
        day the investment date is complete, and is paid only out of income recorded for the plan.
        If the withdrawal is cancelled or rejected, the part returns to the position as if it had
        never left. If the plan recorded a loss, closed or reached the end of your term meanwhile,
        the part stays cash with what it had accrued until today.
      </p>
    }
  >
    <Grid>
      {parts.map((part) => (
        <div key={part.position}>
          <h3 className="small strong">
            {part.plan}, opened <CalendarDay day={part.openedOn} />
          </h3>
          <KeyValues
            rows={[
              { label: 'Taken out', value: <Money amount={part.amount} /> },
              { label: 'Continues to accrue', value: <Money amount={part.stays} /> },
              { label: 'Accrued so far, retained', value: <Money amount={part.accrued} /> },
              {
                label: (
                  <>
                    Target on <CalendarDay day={part.maturesOn} />, not promised
                  </>
                ),
                value: <Money amount={part.target} />,
              },
              {
                label: 'Of the target given up',
                value: <Money amount={-toCents(part.forgoneTarget)} />,
              },
            ]}
          />
        </div>
      ))}
    </Grid>
  </Panel>
)
