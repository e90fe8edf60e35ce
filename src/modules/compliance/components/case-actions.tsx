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
  const mayConfirm = usePermission('screening.confirm')
  const mayDismiss = usePermission('screening.dismiss')

  if (!mayConfirm && !mayDismiss) return describeDeciders('screening.confirm')
  if (one.waiting)
    return (
      <p>
        Waiting for approval: dismissal proposed by {one.waiting.by} on{' '}
        <When at={one.waiting.at} timeZone="UTC" /> UTC.{' '}
        <TextLink to="/admin-dashboard/approvals">View approvals</TextLink>
      </p>
    )

  return (
    <FormActions>
      {mayDismiss && <Button onClick={() => onDecide('dismiss')}>False positive…</Button>}
      {mayConfirm && one.status === 'open' && (
        <Button variant="danger" onClick={() => onDecide('confirm')}>
          True match…
        </Button>
      )}
    </FormActions>
  )
}
