import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { OPERATION_VERBS, type Operation } from '../model.ts'
import { type ChecklistItem, eligibilityCalls } from './calls.tsx'

type CardProps = {
  /** The operations of the screen; the first with steps left is described. */
  operations: readonly Operation[]
  /** Also says what the first withdrawal will need. */
  withdrawal?: boolean
}

/** Says which steps are left before an operation, with the way to them; nothing without any. */
export function EligibilityCard({ operations, withdrawal }: CardProps) {
  const { data } = useQuery(eligibilityCalls.eligibility.queryOptions())
  const checklist = data?.data.checklist
  const find = (operation: Operation) =>
    checklist?.find((item) => item.operation === operation && item.status !== 'allowed')
  const open = operations.map(find).find((item) => item !== undefined)
  const later = withdrawal && open?.operation !== 'withdraw' ? find('withdraw') : undefined

  if (!open && !later) return null

  return (
    <Callout tone="info" title={open && formatTitle(open)}>
      {open && <StepList item={open} />}
      {later && (
        <p>Before your first withdrawal: {later.steps.map(({ message }) => message).join(' ')}</p>
      )}
      <p>
        <TextLink to="/dashboard/eligibility">Open your checklist</TextLink>
      </p>
    </Callout>
  )
}

function formatTitle({ operation, status, steps }: ChecklistItem): string {
  const verb = OPERATION_VERBS[operation]
  if (status === 'not_offered') return `You can’t ${verb} in your country`
  if (status === 'waiting') return `You have to wait before you ${verb}`
  return steps.length === 1
    ? `1 step left before you ${verb}`
    : `${steps.length} steps left before you ${verb}`
}

const StepList = ({ item }: { item: ChecklistItem }) => (
  <ul>
    {item.steps.map(({ kind, message }) => (
      <li key={kind}>{message}</li>
    ))}
  </ul>
)
