import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { CHAIN_POLL_MS } from '#ui/figures/journal-number.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { type DepositDetails, depositCalls } from '../../components/calls.tsx'
import { LoadedDeposit } from '../../components/loaded-deposit.tsx'

export default function DepositDetailsScreen() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const deposit = useQuery({
    ...depositCalls.get.queryOptions({ input: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state: { data: loaded } }) =>
      loaded && isChanging(loaded.data) ? CHAIN_POLL_MS : false,
  })

  const isUnknown =
    id === '' || (deposit.error instanceof CallError && deposit.error.status === 404)

  return (
    <Stack>
      <PageTitle>Deposit</PageTitle>
      {deposit.data ? (
        <LoadedDeposit deposit={deposit.data.data} />
      ) : isUnknown ? (
        <NoDeposit />
      ) : (
        <>
          {unknownHeading}
          {deposit.isError ? (
            <ReadFailed onRetry={deposit.refetch} />
          ) : (
            <Panel>
              <SkeletonLines lines={10} />
            </Panel>
          )}
        </>
      )}
    </Stack>
  )
}

/**
 * Returns whether figures change without an event: confirmations, and the ledger entry's number.
 */
const isChanging = ({ status, evidence, journalNumber }: DepositDetails) =>
  (status === 'pending' && evidence !== null) || (status === 'completed' && journalNumber === null)

const unknownHeading = (
  <PageHeading title="Your deposit" back={<BackLink to="/dashboard">Back to dashboard</BackLink>} />
)

const NoDeposit = () => (
  <>
    {unknownHeading}
    <EmptyState
      action={
        <ButtonLink to="/dashboard/deposit" variant="primary">
          Our Packages
        </ButtonLink>
      }
    >
      We can’t find this deposit. Choose a plan to start a new one.
    </EmptyState>
  </>
)
