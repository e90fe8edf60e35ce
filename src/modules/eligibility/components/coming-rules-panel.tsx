import { CalendarDay } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { OPERATION_LABELS } from '../model.ts'
import type { MyEligibility } from './calls.tsx'

type ComingRules = MyEligibility['coming'][number]
type Change = ComingRules['changes'][number]

/** Shows from when which rules follow, and what changes for the member. */
export const ComingRulesPanel = ({ coming }: Pick<MyEligibility, 'coming'>) =>
  coming.map((rules) => (
    <Panel
      key={rules.effectiveFrom}
      title="New rules"
      aside={
        <Tag tone="info">
          From <CalendarDay day={rules.effectiveFrom} />
        </Tag>
      }
    >
      <Stack tight>
        <p>
          From <CalendarDay day={rules.effectiveFrom} /> new rules apply in your country. The
          current rules apply until then.
        </p>
        {rules.changes.length > 0 ? (
          <Details
            rows={rules.changes.map((change) => ({
              label: OPERATION_LABELS[change.operation],
              value: <ChangeList change={change} />,
            }))}
          />
        ) : (
          <p>You need the same steps as today. Texts that you have read may change.</p>
        )}
        <p className="muted">
          Rules: {rules.name}, version {rules.version}
        </p>
      </Stack>
    </Panel>
  ))

const ChangeList = ({ change: { added, removed } }: { change: Change }) => (
  <ul>
    {added.map((text) => (
      <li key={text}>New: {text}.</li>
    ))}
    {removed.map((text) => (
      <li key={text}>No longer: {text}.</li>
    ))}
  </ul>
)
