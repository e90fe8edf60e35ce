import { Tag } from '#ui/status/tag.tsx'
import type { ChecklistItem } from './calls.tsx'

type Props = {
  checklist: readonly ChecklistItem[]
  kind: 'warning' | 'category' | 'questionnaire' | 'cooling_off_start'
}

/** Says whether an operation of the checklist needs a step that isn't done, or it is optional. */
export function OpenStepTag({ checklist, kind }: Props) {
  const isNeeded = checklist.some(({ steps }) => steps.some((step) => step.kind === kind))
  return <Tag tone={isNeeded ? 'wait' : 'neutral'}>{isNeeded ? 'To do' : 'Optional'}</Tag>
}
