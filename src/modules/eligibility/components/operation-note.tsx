import { useQuery } from '@tanstack/react-query'
import type { Operation } from '../model.ts'
import { eligibilityCalls } from './calls.tsx'

type NoteProps = {
  operation: Operation
  /** Shown where no step is left. */
  allowed: string
  /** Shown where steps are left, which the screen lists above. */
  later: string
}

/** Says when a member may perform an operation; nothing until it is known. */
export function OperationNote({ operation, allowed, later }: NoteProps) {
  const { data } = useQuery(eligibilityCalls.eligibility.queryOptions())
  const item = data?.data.checklist.find((one) => one.operation === operation)
  if (!item || item.status === 'not_offered') return null

  return <p>{item.status === 'allowed' ? allowed : later}</p>
}
