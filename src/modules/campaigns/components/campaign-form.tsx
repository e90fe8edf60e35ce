import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { campaignCalls } from './calls.tsx'

type Props = { back: string; onCreated: (id: string, message: string) => Promise<void> }

/** The form that creates a campaign. */
export function CampaignForm({ back, onCreated }: Props) {
  const form = useFormAction(async (fields) => {
    const {
      code = '',
      name = '',
      text = '',
      amount = '',
      budget = '',
      startsOn = '',
      endsOn = '',
    } = fields

    const { data, message } = await campaignCalls.create.call({
      code,
      name,
      text,
      amount,
      budget,
      startsOn,
      endsOn,
    })

    await onCreated(data._id, message)
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <Panel
        title="Campaign"
        foot={<p>Campaigns can’t be edited later. For a different offer, create a new campaign.</p>}
      >
        <CampaignFields />
      </Panel>
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={form.pending}
          pendingLabel="Saving…"
        >
          Save draft
        </Button>
        <ButtonLink to={back} size="lg">
          Go back
        </ButtonLink>
      </FormActions>
    </Form>
  )
}

const CampaignFields = () => (
  <Stack tight>
    <FieldRow>
      <TextField
        label="Code"
        name="code"
        autoComplete="off"
        spellCheck={false}
        hint="Used in the sign-up link. Lower-case letters, digits and hyphens."
      />
      <TextField label="Name" name="name" autoComplete="off" />
    </FieldRow>
    <TextAreaField
      label="Text"
      name="text"
      rows={3}
      hint="The offer and its conditions. Must not promise a return."
    />
    <FieldRow>
      <MoneyField label="Amount per claim" name="amount" />
      <MoneyField
        label="Budget"
        name="budget"
        hint={
          'First come, first served, until it’s used up. From $1,000 in total or $100 per ' +
          'claim, another admin has to publish it.'
        }
      />
    </FieldRow>
    <FieldRow>
      <TextField label="First day" name="startsOn" type="date" hint="Tomorrow or later." />
      <TextField label="Last day" name="endsOn" type="date" hint="Can’t be changed later." />
    </FieldRow>
  </Stack>
)
