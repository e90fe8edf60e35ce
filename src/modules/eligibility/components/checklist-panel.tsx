import { TextLink } from '#ui/actions/text-link.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { ChecklistItem } from './calls.tsx'

const STATUS: Readonly<Record<ChecklistItem['status'], [Tone, string]>> = {
  allowed: ['ok', 'Available'],
  steps_left: ['wait', 'Steps left'],
  waiting: ['progress', 'Waiting'],
  not_offered: ['neutral', 'Not offered in your country'],
}

/** The link to a step: on this page, or on the page of the identity check. */
const STEP_LINKS: Readonly<Record<string, [to: string, label: string]>> = {
  level: ['/dashboard/verification', 'Verify your identity'],
  warning: ['#warning', 'Read the warning'],
  category: ['#your-category', 'Choose your kind of investor'],
  questionnaire: ['#questions', 'Answer the questions'],
  cooling_off_start: ['#cooling-off', 'Start cooling-off'],
}

/** Shows what a member may do now, and which steps are left before the rest. */
export const ChecklistPanel = ({ checklist }: { checklist: readonly ChecklistItem[] }) => (
  <Panel title="What you can do">
    <Details
      rows={checklist.map((item) => {
        const [tone, label] = STATUS[item.status]
        return {
          label: item.label,
          value: <Steps item={item} />,
          aside: <Tag tone={tone}>{label}</Tag>,
        }
      })}
    />
  </Panel>
)

function Steps({ item }: { item: ChecklistItem }) {
  if (item.status === 'allowed') return 'Nothing left to do.'

  return (
    <ul>
      {item.steps.map((step) => {
        const [to, label] = STEP_LINKS[step.kind] ?? []
        return (
          <li key={step.kind}>
            {step.message} {to && <TextLink to={to}>{label}</TextLink>}
          </li>
        )
      })}
    </ul>
  )
}
