import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { formatUsd, parseAmount } from '#lib/money.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useFilters } from '#ui/table/use-filters.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { type DepositLine, depositCalls } from '../../components/calls.tsx'
import { depositColumns, depositFilters } from '../../components/columns.tsx'
import { DepositStatusTag, DepositTimeline } from '../../components/deposit-timeline.tsx'

const PAGE_SIZE = 5

export default function DepositHistory() {
  const deposits = useQuery(depositCalls.mine.queryOptions())
  const { openId, open: openRow } = useOpenRow()
  const rows = deposits.data?.data
  const { rows: found, bar } = useFilters(depositFilters, rows)
  const open = rows?.find((row) => row._id === openId)
  const table = useUrlTableState()

  return (
    <Stack>
      <PageTitle>Deposits history</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Deposits history"
        lead={
          <>
            Every deposit, newest first. Choose one to see what has happened to it. What was posted
            stands on your{' '}
            <Link to="/dashboard/statements" className="link">
              statements
            </Link>
            .
          </>
        }
        actions={
          <ButtonLink to="/dashboard/deposit" variant="primary">
            Deposit
          </ButtonLink>
        }
      />
      <Panel flush>
        {bar}
        <DataTable
          caption="Deposits"
          columns={depositColumns}
          rows={found}
          rowKey={(row) => row._id}
          failed={deposits.isError}
          onRetry={() => void deposits.refetch()}
          pageSize={PAGE_SIZE}
          rowAction={{ onPress: (row) => openRow(row._id), label: formatRowLabel }}
          {...(openId ? { selectedKey: openId } : {})}
          exportName="deposits"
          empty={<EmptyState>No data available</EmptyState>}
          {...table}
        />
      </Panel>
      <DepositDrawer deposit={open} onClose={() => openRow(undefined)} />
    </Stack>
  )
}

const formatRowLabel = ({ investment, createdAt }: DepositLine) =>
  `Deposit of ${formatUsd(parseAmount(investment.amount, 'USD') ?? 0n)}, ${formatDateTime(createdAt)}`

const canBePaid = (deposit: DepositLine | undefined) =>
  deposit?.status === 'awaiting_payment' || deposit?.status === 'expired'

type DrawerProps = { deposit: DepositLine | undefined; onClose: () => void }

function DepositDrawer({ deposit, onClose }: DrawerProps) {
  return (
    <Drawer
      open={deposit !== undefined}
      onClose={onClose}
      title={
        deposit && (
          <>
            Deposit of <Money amount={deposit.investment.amount} />
          </>
        )
      }
      aside={deposit && <DepositStatusTag status={deposit.status} />}
      foot={
        deposit &&
        canBePaid(deposit) && (
          <ButtonLink variant="primary" to={`/dashboard/deposit-details?id=${deposit._id}`}>
            Go on with this deposit
          </ButtonLink>
        )
      }
    >
      {deposit && <DepositParts deposit={deposit} />}
    </Drawer>
  )
}

function DepositParts({ deposit }: { deposit: DepositLine }) {
  const { received, receivedIn, credited, reason } = deposit
  return (
    <>
      <DrawerPart title="What has happened">
        <DepositTimeline deposit={deposit} />
      </DrawerPart>
      <DrawerPart title="Details">
        <KeyValues
          rows={[
            { label: 'Plan', value: deposit.plan },
            { label: 'Payment method', value: METHOD_FACTS[deposit.payment_method].label },
            ...(received && receivedIn
              ? [
                  {
                    label: 'Arrived',
                    value: <Money amount={received} unit={receivedIn} scale={0} />,
                  },
                ]
              : []),
            ...(credited ? [{ label: 'Credited to you', value: <Money amount={credited} /> }] : []),
            ...(reason ? [{ label: 'Reason', value: reason }] : []),
            { label: 'Deposit', value: <span className="mono small">{deposit._id}</span> },
          ]}
        />
      </DrawerPart>
    </>
  )
}
