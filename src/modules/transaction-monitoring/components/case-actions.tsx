import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import type { CaseLine } from './calls.tsx'
import type { CaseDecision } from './case-decision.tsx'

type CaseActionsProps = { one: CaseLine; onDecide: (decision: CaseDecision) => void }

/** Displays the decisions on a case, or who may make them. */
export function CaseActions({ one, onDecide }: CaseActionsProps) {
  const mayMark = usePermission('monitoring.investigate')
  const mayClear = usePermission('monitoring.clear')

  if (!mayMark && !mayClear) return describeDeciders('monitoring.investigate')
  if (one.waiting)
    return (
      <p>
        Waiting for approval: clearance proposed by {one.waiting.by} on{' '}
        <When at={one.waiting.at} timeZone="UTC" /> UTC.{' '}
        <TextLink to="/admin-dashboard/approvals">View approvals</TextLink>
      </p>
    )

  return (
    <FormActions>
      {mayClear && <Button onClick={() => onDecide('clear')}>Clear transaction…</Button>}
      {mayMark && one.status === 'open' && (
        <Button variant="danger" onClick={() => onDecide('mark')}>
          Mark as suspicious…
        </Button>
      )}
    </FormActions>
  )
}
