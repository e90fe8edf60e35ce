import { useQuery } from '@tanstack/react-query'
import { useButtonAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { deskCalls } from './calls.tsx'

/** Reads who works on a deposit or a withdrawal; all lists and drawers share one read. */
function useAssignment(subject: string) {
  const { data } = useQuery(deskCalls.assignments.queryOptions())
  return data?.data.find((one) => one.subject === subject)
}

/** Displays in a row of a list which staff member works on it, if one does. */
export function AssigneeName({ subject }: { subject: string }) {
  const assignment = useAssignment(subject)
  if (!assignment) return null

  return (
    <span className="meta muted">
      {' '}
      Assigned to {assignment.mine ? 'you' : assignment.assignee.name}
    </span>
  )
}

/**
 * Displays who works on a deposit or a withdrawal that waits for the staff, with the buttons that
 * change it. Another person's work is pointed out and can still be decided.
 */
export function AssignmentPart({ subject }: { subject: string }) {
  const assignment = useAssignment(subject)
  const mayAssign = usePermission('desk.write')
  const claim = useButtonAction(() => deskCalls.claim.call({ subject }))
  const release = useButtonAction(() => deskCalls.release.call({ subject }))

  return (
    <DrawerPart title="Assigned to">
      <Stack tight>
        {!assignment && <p className="muted">Unassigned</p>}
        {assignment?.mine && (
          <p>
            You, since <When at={assignment.assignedAt} timeZone="UTC" /> UTC.
          </p>
        )}
        {assignment && !assignment.mine && (
          <Callout tone="info" title={`${assignment.assignee.name} is working on this.`}>
            Assigned since <When at={assignment.assignedAt} timeZone="UTC" /> UTC. You can still
            decide.
          </Callout>
        )}
        {mayAssign && (
          <FormActions>
            {!assignment?.mine && (
              <Button
                size="sm"
                pending={claim.pending}
                pendingLabel="Assigning..."
                onClick={() => void claim.press()}
              >
                Assign to me
              </Button>
            )}
            {assignment && (
              <Button
                size="sm"
                pending={release.pending}
                pendingLabel="Releasing..."
                onClick={() => void release.press()}
              >
                Release
              </Button>
            )}
          </FormActions>
        )}
      </Stack>
    </DrawerPart>
  )
}
