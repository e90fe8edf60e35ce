import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Grid, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { AddressSources } from '../../components/address-sources.tsx'
import { administrationCalls, type OperatorSettings } from '../../components/calls.tsx'
import { ChainProviders } from '../../components/chain-providers.tsx'
import { MethodPanel } from '../../components/method-panel.tsx'
import { Pauses } from '../../components/pauses.tsx'
import { PendingChanges } from '../../components/pending-changes.tsx'
import { ReceivingAddresses } from '../../components/receiving-addresses.tsx'
import { SettingPanel } from '../../components/setting-panel.tsx'
import { SettingsHistory } from '../../components/settings-history.tsx'

export default function Settings() {
  const { data, isError, refetch } = useQuery(administrationCalls.settings.queryOptions())
  const may = usePermission('installation.manage')

  return (
    <Stack>
      <PageTitle>Settings</PageTitle>
      <PageHeading
        title="Settings"
        lead={
          'Changes apply to new quotes and requests. Existing ones stay on their original ' +
          'terms.'
        }
        actions={<ButtonLink to="/admin-dashboard/rules">Eligibility rules</ButtonLink>}
      />
      {may === false && <Callout tone="info">{describeDeciders('installation.manage')}</Callout>}
      {isError && !data && <ReadFailed onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Panel>
          <SkeletonLines lines={10} />
        </Panel>
      )}
      {data && <All settings={data.data} />}
      <SettingsHistory />
    </Stack>
  )
}

const All = ({ settings }: { settings: OperatorSettings }) => (
  <>
    <PendingChanges pending={settings.pending} />
    <Pauses pauses={settings.pauses} />
    <AddressSources settings={settings} />
    <ReceivingAddresses settings={settings} />
    <ChainProviders providers={settings.providers} />
    <Grid min="lg">
      {settings.settings.map((setting) => (
        <SettingPanel key={`${setting.name} ${setting.version}`} setting={setting} />
      ))}
      {settings.methods.map((method) => (
        <MethodPanel key={`${method._id} ${method.version}`} method={method} />
      ))}
    </Grid>
  </>
)
