import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { ChoiceTabs } from '#ui/table/choice-tabs.tsx'
import type { ChoiceField } from '#ui/table/filter-bar.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import type { ArrivalFormValues } from '../../components/arrival-fields.tsx'
import { depositCalls, type StaffDeposit } from '../../components/calls.tsx'
import { ConfirmDeposit } from '../../components/confirm-deposit.tsx'
import { RejectDeposit } from '../../components/decide-deposit.tsx'
import { type DepositDecision, DepositDrawer } from '../../components/deposit-drawer.tsx'
import { DepositsTable } from '../../components/deposits-table.tsx'
import { ReverseDeposit } from '../../components/reverse-deposit.tsx'
import { UnmatchedPayments } from '../../components/unmatched-payments.tsx'
import { useDepositFilters } from '../../components/use-deposit-filters.tsx'

export default function AllTransaction() {
  const { openId, open } = useOpenRow()
  const [decision, setDecision] = useState<DepositDecision>()
  const confirmation = useConfirmation()
  const filters = useDepositFilters()
  const finish = () => {
    setDecision(undefined)
    open(undefined)
  }

  useRowKeys(!decision)

  const dialog = decision && (
    <DecisionDialog
      decision={decision}
      onClose={() => setDecision(undefined)}
      onConfirm={async (arrival) => {
        await confirmation.confirm(decision.deposit, arrival)
        finish()
      }}
      onDone={() => {
        finish()
        confirmation.refetchAll()
      }}
    />
  )

  return (
    <Stack>
      <PageTitle>Transactions</PageTitle>
      <PageHeading
        title="Transactions"
        lead={
          'Review and confirm deposits, oldest first. Confirming a deposit posts it to the ' +
          'ledger.'
        }
      />
      <StatusTabs field={filters[0]} />
      <DepositsTable
        filters={filters}
        openId={openId}
        onOpen={(deposit) => open(deposit._id)}
        pendingId={confirmation.pendingId}
        confirmed={confirmation.confirmed}
        onConfirm={(deposit) => setDecision({ kind: 'confirm', deposit })}
      />
      <UnmatchedPayments />
      <DepositDrawer
        id={openId}
        pending={confirmation.pendingId === openId}
        onClose={() => open(undefined)}
        onDecide={setDecision}
      >
        {openId && dialog}
      </DepositDrawer>
      {!openId && dialog}
    </Stack>
  )
}

/** Confirms deposits, remembers which were confirmed on this page, and reads all queries again. */
function useConfirmation() {
  const queries = useQueryClient()
  const [pendingId, setPendingId] = useState<string>()
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const refetchAll = () => void queries.invalidateQueries()
  const confirm = async ({ _id: id }: StaffDeposit, arrival: ArrivalFormValues) => {
    setPendingId(id)

    try {
      const { status, body } = await depositCalls.confirm.call({ id, ...arrival })
      if (status === 200) setConfirmed((current) => new Set(current).add(id))
      toast.success(body.message)
    } finally {
      setPendingId(undefined)
      refetchAll()
    }
  }

  return { pendingId, confirmed, confirm, refetchAll }
}

function StatusTabs({ field }: { field: ChoiceField }) {
  const { data } = useQuery(depositCalls.counts.queryOptions())
  return <ChoiceTabs field={field} counts={data?.data} />
}

type DialogProps = {
  decision: DepositDecision
  onClose: () => void
  onConfirm: (arrival: ArrivalFormValues) => Promise<void>
  onDone: () => void
}

const DecisionDialog = ({
  decision: { kind, deposit },
  onClose,
  onConfirm,
  onDone,
}: DialogProps) => {
  if (kind === 'confirm')
    return <ConfirmDeposit deposit={deposit} onClose={onClose} onConfirm={onConfirm} />

  const Dialog = kind === 'reject' ? RejectDeposit : ReverseDeposit
  return <Dialog deposit={deposit} onClose={onClose} onDone={onDone} />
}
