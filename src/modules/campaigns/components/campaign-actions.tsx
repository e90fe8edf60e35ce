import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { campaignCalls, type StaffCampaign } from './calls.tsx'

/** Puts a draft before the public, or ends what is published. */
export function CampaignActions({ campaign }: { campaign: StaffCampaign }) {
  const manages = usePermission('campaign.manage')
  const [dialogOpen, setDialogOpen] = useState(false)
  const close = () => setDialogOpen(false)

  if (manages === false) return <p>{describeDeciders('campaign.manage')}</p>

  const draft = campaign.state === 'draft'

  return (
    <>
      <p>
        {draft
          ? 'Once published, people in allowed countries can claim it between its first and last ' +
            'day. You can end it early with a reason.'
          : 'After an early end, the campaign can’t be claimed. Existing claims remain valid.'}
      </p>
      {draft && !campaign.mayPublish && (
        <p>
          You created this campaign, so another admin has to publish it: its budget is $1,000 or
          more, or it pays $100 or more per claim.
        </p>
      )}
      {(!draft || campaign.mayPublish) && (
        <FormActions>
          <Button variant={draft ? 'primary' : 'secondary'} onClick={() => setDialogOpen(true)}>
            {draft ? 'Publish…' : 'End early…'}
          </Button>
        </FormActions>
      )}
      {dialogOpen &&
        (draft ? <Publish {...{ campaign, close }} /> : <End {...{ campaign, close }} />)}
    </>
  )
}

type Props = { campaign: StaffCampaign; close: () => void }

function Publish({ campaign, close }: Props) {
  const form = useToastAction(() => campaignCalls.publish.call({ id: campaign._id }), close)
  return (
    <FormDialog
      open
      onClose={close}
      title={`Publish ${campaign.name}?`}
      effects={[
        { label: 'Amount per claim', value: <Money amount={campaign.amount} /> },
        { label: 'Budget', value: <Money amount={campaign.budget} /> },
        { label: 'First day', value: <CalendarDay day={campaign.startsOn} /> },
        { label: 'Last day', value: <CalendarDay day={campaign.endsOn} /> },
      ]}
      actionLabel="Publish"
      acting="Publishing…"
      {...form}
    >
      <p>Paid only from the promotion account, first come, first served.</p>
    </FormDialog>
  )
}

function End({ campaign, close }: Props) {
  const form = useToastAction(
    ({ reason = '' }) => campaignCalls.end.call({ id: campaign._id, reason }),
    close,
  )

  return (
    <ReasonDialog
      open
      onClose={close}
      title={`End ${campaign.name} early?`}
      hint="Visible to staff."
      actionLabel="End campaign"
      acting="Ending…"
      {...form}
    />
  )
}
