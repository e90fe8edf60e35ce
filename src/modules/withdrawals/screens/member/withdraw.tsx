import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
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
      <WithdrawalsClosed frozenUntil={data?.frozenUntil ?? null} />
      {available.isError && !data ? (
        <ReadFailed onRetry={available.refetch} />
      ) : (
        <BalanceBand
          label="What can be withdrawn"
          loading={!data}
          cells={[
            {
              label: 'Balance',
              amount: data?.withdrawable ?? '0',
              note: 'Cash and what is invested',
            },
            { label: 'Profit', amount: data?.profit ?? '0', note: 'Paid out of recorded income' },
          ]}
        />
      )}
      <Panel title="What you can withdraw">
        <Stack tight>
          <p>
            Your balance can be withdrawn at any time. Cash is used first, then invested money: the
            withdrawn part stops accruing that day.
          </p>
          <RedemptionNoticeCallout
            principalRequiringNotice={data?.principalRequiringNotice ?? []}
          />
          <p>
            Profit can be withdrawn only once the investment date is complete, and only what was
            paid out of income recorded for the plan. A plan’s own terms, if it has any, are shown
            next to it.
          </p>
          <HowLong />
          <FormActions>
            <ButtonLink to="/dashboard/withdraw-profit" size="lg">
              Profit
            </ButtonLink>
            <ButtonLink to="/dashboard/withdraw-balance" size="lg" variant="primary">
              Balance
            </ButtonLink>
          </FormActions>
        </Stack>
      </Panel>
    </Stack>
  )
}
