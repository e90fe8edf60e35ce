import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { formatDayCount } from '../model.ts'
import { planCalls, type StaffPlan, type StaffVersion } from './calls.tsx'
import { familyText } from './plan-labels.tsx'

/** Displays what is needed to publish a version, and the actions for it. */
export function VersionActions({
  version,
  onPublish,
}: {
  version: StaffVersion
  onPublish: () => void
}) {
  const may = usePermission('plan.publish')
  if (may === false) return <p>{describeDeciders('plan.publish')}</p>

  return (
    <>
      <p>
        {version.waits
          ? 'Waiting for approval because the target is unusually high. ' +
            (version.mine ? 'You proposed this yourself' : `Proposed by ${version.proposedBy}`) +
            ', so another admin has to publish it.'
          : 'Once published, new deposits use this version from its start date.'}
      </p>
      {may && (
        <FormActions>
          {!(version.waits && version.mine) && (
            <Button variant="primary" onClick={onPublish}>
              Publish…
            </Button>
          )}
          <ButtonLink to={`/admin-dashboard/plans/new?from=${version._id}`}>
            Edit as a new version
          </ButtonLink>
        </FormActions>
      )}
    </>
  )
}

type PublishProps = {
  plan: StaffPlan
  version: StaffVersion
  onClose: () => void
  onDone: () => void
}

/** The dialog that publishes a version. */
export function PublishVersion({ plan, version, onClose, onDone }: PublishProps) {
  const form = useToastAction(() => planCalls.publish.call({ id: version._id }), onDone)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Publish version ${version.number} of ${plan.name}, ${familyText(plan.family)}?`}
      effects={[
        { label: 'Target return over the term', value: `${version.percentage} (not guaranteed)` },
        { label: 'Term', value: formatDayCount(version.termDays) },
        { label: 'Offered from', value: <CalendarDay day={version.effectiveFrom} /> },
      ]}
      actionLabel="Publish"
      acting="Publishing…"
      {...form}
    >
      {version.warning && <p className="strong">{version.warning}</p>}
      <p>
        A published version can’t be edited. It applies until a new version replaces it or the plan
        is closed.
      </p>
    </FormDialog>
  )
}
