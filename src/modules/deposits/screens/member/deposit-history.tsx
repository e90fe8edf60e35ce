import { useQuery } from '@tanstack/react-query'
import { formatUsd, toCents } from '#lib/money.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { MemberHistory } from '#modules/transactions/components/member-history.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { CHAIN_POLL_MS } from '#ui/figures/journal-number.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { type DepositDetails, type DepositLine, depositCalls } from '../../components/calls.tsx'
import { depositColumns, depositFilters } from '../../components/columns.tsx'
import { DepositTimeline } from '../../components/deposit-timeline.tsx'
import { DepositStatusTag } from '../../components/status.tsx'
import { isUnpaid } from '../../model.ts'

export default function DepositHistory() {
  const deposits = useQuery(depositCalls.mine.queryOptions())
  const { openId, open } = useOpenRow()

  return (
    <MemberHistory
      title="Deposits history"
      lead="All your deposits, newest first. Select one for details."
      actions={
        <ButtonLink to="/dashboard/deposit" variant="primary">
          Deposit
        </ButtonLink>
      }
      caption="Deposits"
      exportName="deposits"
      columns={depositColumns}
      filters={depositFilters}
      query={deposits}
      openId={openId}
      onOpen={open}
      formatRowLabel={formatRowLabel}
      pageSize={5}
    >
      <DepositDrawer
        deposit={deposits.data?.data.find((row) => row._id === openId)}
        onClose={() => open(undefined)}
      />
    </MemberHistory>
  )
}

const formatRowLabel = ({ investment, createdAt }: DepositLine) =>
  `Deposit of ${formatUsd(toCents(investment.amount))}, ${formatDateTime(createdAt)}`

/** Picks the journal entry of the credit, which the list doesn't have. */
const pickEntry = (details: DepositDetails | undefined) =>
  details && { journalNumber: details.journalNumber, journalDay: details.journalDay }

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
        isUnpaid(deposit.status) && (
          <ButtonLink variant="primary" to={`/dashboard/deposit-details?id=${deposit._id}`}>
            Continue deposit
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
  const details = useQuery({
    ...depositCalls.get.queryOptions({ input: { id: deposit._id } }),
    enabled: deposit.status === 'completed',
    refetchInterval: ({ state }) =>
      state.data && state.data.data.journalNumber === null ? CHAIN_POLL_MS : false,
  })
  const arrived =
    received && receivedIn
      ? [{ label: 'Received', value: <Money amount={received} unit={receivedIn} /> }]
      : []

  return (
    <>
      <DrawerPart title="Timeline">
        <DepositTimeline deposit={{ ...deposit, ...pickEntry(details.data?.data) }} />
      </DrawerPart>
      <DrawerPart title="Details">
        <KeyValues
          rows={[
            { label: 'Plan', value: deposit.plan },
            { label: 'Payment method', value: METHOD_FACTS[deposit.payment_method].label },
            ...(credited ? [{ label: 'Quoted', value: <Money amount={deposit.quoted} /> }] : []),
            ...arrived,
            ...(credited ? [{ label: 'Credited to you', value: <Money amount={credited} /> }] : []),
            ...(reason ? [{ label: 'Reason', value: reason }] : []),
            { label: 'Deposit ID', value: <span className="mono small">{deposit._id}</span> },
          ]}
        />
      </DrawerPart>
    </>
  )
}
