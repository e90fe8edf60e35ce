import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import type { Operation } from '../model.ts'
import { eligibilityCalls } from './calls.tsx'

type NoteProps = {
  operation: Operation
  /** Shown where no step is left. */
  allowed: string
  /** Shown after the steps that are left. */
  later: string
}

/** Says that a member may perform an operation, or first which steps are left; nothing until it is known. */
export function OperationNote({ operation, allowed, later }: NoteProps) {
  const { data } = useQuery(eligibilityCalls.eligibility.queryOptions())
  const item = data?.data.checklist.find((one) => one.operation === operation)
  if (!item) return null
  if (item.status === 'allowed') return <p>{allowed}</p>

  const isLevelFirst = item.steps[0]?.kind === 'level'
  return (
    <p>
      {item.steps.map(({ message }) => message).join(' ')}{' '}
      <TextLink to={isLevelFirst ? '/dashboard/verification' : '/dashboard/eligibility'}>
        {isLevelFirst ? 'Verify your identity' : 'Open your checklist'}
      </TextLink>{' '}
      {item.status !== 'not_offered' && later}
    </p>
  )
}
