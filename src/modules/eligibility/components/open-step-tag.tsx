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

type Props = {
  checklist: readonly ChecklistItem[]
  kind: 'warning' | 'category' | 'questionnaire' | 'cooling_off_start'
}

/** Says whether an operation of the checklist needs a step that isn't done, or it is optional. */
export function OpenStepTag({ checklist, kind }: Props) {
  const isNeeded = checklist.some(({ steps }) => steps.some((step) => step.kind === kind))
  return <Tag tone={isNeeded ? 'wait' : 'neutral'}>{isNeeded ? 'To do' : 'Optional'}</Tag>
}
