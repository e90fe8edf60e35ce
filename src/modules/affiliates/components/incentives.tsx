import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { formatPercentage, parsePercentage } from '#lib/percentages.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import {
  type Countries,
  CountriesField,
  formatCountries,
  parseCountries,
} from '#modules/settings/components/countries-field.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { affiliateCalls, type StaffIncentives } from './calls.tsx'

/** Shows which incentives are on, and in which countries; an owner can change them. */
export function Incentives() {
  const { data, isError, refetch } = useQuery(affiliateCalls.readIncentives.queryOptions())
  const runs = usePermission('installation.manage')

  if (!data)
    return <Panel>{isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines lines={6} />}</Panel>

  return (
    <>
      <Callout tone="info" title="Some countries prohibit referral rewards and campaigns.">
        Members in other countries don’t see links or banners and receive no rewards. A referral
        reward requires both members to be in an allowed country.
      </Callout>
      {runs ? <IncentivesForm incentives={data.data} /> : <IncentivesRead incentives={data.data} />}
    </>
  )
}

function IncentivesRead({ incentives: { referral, campaigns } }: { incentives: StaffIncentives }) {
  const formatIncentive = (is: boolean, countries: Countries) =>
    is ? `On: ${formatCountries(countries)}` : 'Off'
  return (
    <Panel title="Availability by country" foot={<p>{describeDeciders('installation.manage')}</p>}>
      <KeyValues
        rows={[
          { label: 'Referrals', value: formatIncentive(referral.on, referral.countries) },
          { label: 'Share of the first deposit', value: formatPercentage(referral.percentageBps) },
          { label: 'Campaigns', value: formatIncentive(campaigns.on, campaigns.countries) },
        ]}
      />
    </Panel>
  )
}

function parseShare(text: string): number {
  const bps = parsePercentage(text)
  if (bps !== null) return bps

  const message = 'Please enter a percentage such as 1.5%.'
  throw new CallError(400, 'invalid_percentage', message, [{ field: 'percentage', message }])
}

function IncentivesForm({ incentives: { referral, campaigns } }: { incentives: StaffIncentives }) {
  const queries = useQueryClient()
  const form = useFormAction(async (fields) => {
    const { message } = await affiliateCalls.setIncentives.call({
      referral: {
        on: fields.referral === 'on',
        percentageBps: parseShare(fields.percentage ?? ''),
        countries: parseCountries(fields['referral.countries']),
      },
      campaigns: {
        on: fields.campaigns === 'on',
        countries: parseCountries(fields['campaigns.countries']),
      },
    })

    toast.success(message)
    void queries.invalidateQueries()
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <Panel title="Referrals">
        <Stack tight>
          <CheckboxField label="On" name="referral" defaultChecked={referral.on} />
          <TextField
            label="Share of the first deposit"
            name="percentage"
            hint="Direct referrals only."
            defaultValue={formatPercentage(referral.percentageBps)}
          />
          <CountriesField
            legend="Countries for referrals"
            name="referral.countries"
            value={referral.countries}
          />
        </Stack>
      </Panel>
      <Panel title="Campaigns">
        <Stack tight>
          <CheckboxField
            label="On"
            name="campaigns"
            id="campaigns-on"
            defaultChecked={campaigns.on}
          />
          <CountriesField
            legend="Countries for campaigns"
            name="campaigns.countries"
            value={campaigns.countries}
          />
        </Stack>
      </Panel>
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving…">
          Save
        </Button>
      </FormActions>
    </Form>
  )
}
