import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { EligibilityCard } from '#modules/eligibility/components/eligibility-card.tsx'
import { OperationNote } from '#modules/eligibility/components/operation-note.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { withdrawalCalls } from '../../components/calls.tsx'
import { HowLong } from '../../components/how-long.tsx'
import { RedemptionNoticeCallout } from '../../components/principal-requiring-notice.tsx'
import { WithdrawalsClosed } from '../../components/withdrawals-closed.tsx'

export default function Withdraw() {
  const available = useQuery(withdrawalCalls.available.queryOptions())
  const data = available.data?.data

  return (
    <Stack>
      <PageTitle>Withdraw</PageTitle>
      <PageHeading back={<BackLink to="/dashboard">Back to dashboard</BackLink>} title="Withdraw" />
      <EligibilityCard operations={['withdraw']} />
      {data?.closed && <WithdrawalsClosed closed={data.closed} />}
      {available.isError && !data ? (
        <ReadFailed onRetry={available.refetch} />
      ) : (
        <BalanceBand
          label={data?.closed ? 'Balance and profit' : 'Available to withdraw'}
          loading={!data}
          cells={[
            {
              label: 'Available balance',
              amount: data?.withdrawable ?? '0',
              note: 'Cash, and investments that need no notice',
            },
            { label: 'Profit', amount: data?.profit ?? '0', note: 'Paid from recorded income' },
          ]}
        />
      )}
      <Panel title="How withdrawals work">
        <Stack tight>
          <OperationNote
            operation="withdraw"
            allowed="You can withdraw your balance at any time."
            later="Complete the steps above. Then you can withdraw your balance at any time."
          />
          <p>
            We use cash first, then invested money. Any amount withdrawn from an investment stops
            accruing that day.
          </p>
          <RedemptionNoticeCallout
            principalRequiringNotice={data?.principalRequiringNotice ?? []}
          />
          <p>
            You can withdraw profit only once an investment has matured and its return has been paid
            from income recorded for the plan. Each plan shows any further terms of its own.
          </p>
          <HowLong />
          {data && !data.closed && (
            <FormActions>
              <ButtonLink to="/dashboard/withdraw-profit" size="lg">
                Profit
              </ButtonLink>
              <ButtonLink to="/dashboard/withdraw-balance" size="lg" variant="primary">
                Balance
              </ButtonLink>
            </FormActions>
          )}
        </Stack>
      </Panel>
    </Stack>
  )
}
