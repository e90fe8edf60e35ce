import { Tag } from '#ui/status/tag.tsx'
import type { ChecklistItem } from './calls.tsx'

type StepKind =
  | 'warning'
  | 'category'
  | 'questionnaire'
  | 'retake_wait'
  | 'cooling_off_start'
  | 'cooling_off'

/** Says whether a step that isn't done is left before an operation of the checklist. */
export function OpenStepTag({
  checklist,
  kinds,
}: {
  checklist: readonly ChecklistItem[]
  kinds: readonly StepKind[]
}) {
  const isNeeded = checklist.some(({ steps }) =>
    steps.some(({ kind }) => (kinds as readonly string[]).includes(kind)),
  )
  return <Tag tone={isNeeded ? 'wait' : 'neutral'}>{isNeeded ? 'To do' : 'Optional'}</Tag>
}
