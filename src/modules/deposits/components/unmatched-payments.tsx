import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { buildTransactionRows } from '#modules/transactions/components/transaction-row.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { depositCalls } from './calls.tsx'

type Unmatched = Awaited<ReturnType<typeof depositCalls.unmatched.call>>['data'][number]

/** Payments on chain that belong to no deposit; nothing while there are none. */
export function UnmatchedPayments() {
  const { data } = useQuery(depositCalls.unmatched.queryOptions())
  const payments = data?.data ?? []
  if (payments.length === 0) return null

  return (
    <Panel title={`Unmatched payments (${payments.length})`}>
      <p className="muted">
        They reached one of our addresses and belong to no open deposit. Record one to match it to a
        member or refund it on the <Link to="/admin-dashboard/treasury">Treasury</Link> screen.
      </p>
      {payments.map((payment) => (
        <UnmatchedRow key={payment._id} payment={payment} />
      ))}
    </Panel>
  )
}

function UnmatchedRow({ payment }: { payment: Unmatched }) {
  const queries = useQueryClient()
  const permitted = usePermission('suspense.receive')
  const [pending, setPending] = useState(false)
  const receive = async () => {
    setPending(true)
    try {
      toast.success((await depositCalls.receiveUnmatched.call({ id: payment._id })).message)
      await queries.invalidateQueries()
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setPending(false)
    }
  }

  return (
    <Details
      rows={[
        {
          label: payment.reason,
          value: (
            <>
              <Money amount={payment.received} unit={payment.coin} />, first seen{' '}
              <When at={payment.firstSeenAt} timeZone="UTC" /> UTC
            </>
          ),
          aside: permitted && (
            <Button
              size="sm"
              pending={pending}
              pendingLabel="Recording..."
              onClick={() => void receive()}
            >
              Record as unmatched
            </Button>
          ),
        },
        {
          label: 'Proposed member',
          value: payment.member ? (
            <Link className="link" to={`/admin-dashboard/manage-user/${payment.member._id}`}>
              {payment.member.name}
            </Link>
          ) : (
            'Not known'
          ),
        },
        ...(payment.refundAddress
          ? [{ label: 'Refund requested to', value: <Address value={payment.refundAddress} /> }]
          : []),
        ...buildTransactionRows(payment),
      ]}
    />
  )
}
