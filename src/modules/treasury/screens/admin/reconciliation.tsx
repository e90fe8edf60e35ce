import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { BreakDrawer } from '../../components/break-drawer.tsx'
import { type BreakLine, type CustodyLine, treasuryCalls } from '../../components/calls.tsx'
import { BreakTag, describeBreakState, Exact, placeText } from '../../components/custody-labels.tsx'
import { CustodyTable } from '../../components/custody-table.tsx'
import { EnterBalance } from '../../components/enter-balance.tsx'
import { ReservesPanel } from '../../components/reserves-panel.tsx'

const columns: readonly Column<BreakLine>[] = [
  {
    id: 'place',
    header: 'Account',
    text: placeText,
    cell: (row) => <span className="strong">{placeText(row)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => describeBreakState(row)[1],
    cell: (row) => <BreakTag one={row} />,
    priority: 2,
  },
  { id: 'owner', header: 'Assignee', text: (row) => row.owner?.name ?? 'Unassigned', priority: 2 },
  {
    id: 'due',
    header: 'Due, UTC',
    text: (row) => formatDateTime(row.dueAt, 'UTC'),
    cell: (row) => <When at={row.dueAt} timeZone="UTC" />,
    sort: (row) => row.dueAt,
    priority: 3,
  },
  {
    id: 'difference',
    header: 'Difference (external − ledger)',
    text: (row) => `${row.latest.difference} ${row.currency}`,
    cell: (row) => <Exact amount={row.latest.difference} currency={row.currency} />,
    sort: false,
    align: 'money',
  },
]

function useAskOutside() {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const requestBalances = async () => {
    setAsking(true)

    try {
      toast.success((await treasuryCalls.requestOutsideBalances.call()).message)
      setTimeout(() => void queries.invalidateQueries(), 2_000)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setAsking(false)
    }
  }

  return { asking, ask: requestBalances }
}

export default function Reconciliation() {
  const custody = useQuery(treasuryCalls.custody.queryOptions({ refetchInterval: 15_000 }))
  const breaks = useQuery(treasuryCalls.breaks.queryOptions({ input: {} }))
  const [entering, setEntering] = useState<CustodyLine>()
  const may = usePermission('ledger.reconcile')
  const { asking, ask } = useAskOutside()
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()

  useRowKeys()

  return (
    <Stack>
      <PageTitle>Reconciliation</PageTitle>
      <PageHeading
        title="Reconciliation"
        lead={
          'Compares the ledger balance of each custody account with the blockchain or bank. ' +
          'Any difference opens a break.'
        }
        actions={
          may && (
            <Button pending={asking} pendingLabel="Fetching..." onClick={() => void ask()}>
              Fetch balances
            </Button>
          )
        }
      />
      {may === false && <Callout tone="info">{describeDeciders('ledger.reconcile')}</Callout>}
      <Panel title="Custody" flush>
        <CustodyTable
          lines={custody.data?.data}
          failed={custody.isError && !custody.data}
          onRetry={() => void custody.refetch()}
          onEnter={may ? setEntering : undefined}
        />
      </Panel>
      <Panel title="Breaks" flush>
        <DataTable
          caption="Breaks, newest first"
          columns={columns}
          rows={breaks.data?.data}
          rowKey={(row) => row._id}
          failed={breaks.isError && !breaks.data}
          onRetry={() => void breaks.refetch()}
          empty="No breaks. No recorded external balance differs from the ledger."
          exportName="breaks.csv"
          dense
          tools={<RowKeysHint />}
          selectedKey={openId}
          rowAction={{ onPress: (row) => open(row._id), label: placeText }}
          {...table}
        />
      </Panel>
      <ReservesPanel may={may === true} />
      <BreakDrawer
        one={breaks.data?.data.find(({ _id }) => _id === openId)}
        onClose={() => open(undefined)}
      />
      {entering && <EnterBalance line={entering} onClose={() => setEntering(undefined)} />}
    </Stack>
  )
}
