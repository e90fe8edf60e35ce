import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { BREAK_COLUMNS } from '../../components/break-columns.tsx'
import { BreakDrawer } from '../../components/break-drawer.tsx'
import { type CustodyLine, treasuryCalls } from '../../components/calls.tsx'
import { placeText } from '../../components/custody-labels.tsx'
import { CustodyTable } from '../../components/custody-table.tsx'
import { EnterBalance } from '../../components/enter-balance.tsx'
import { ReservesPanel } from '../../components/reserves-panel.tsx'

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
          columns={BREAK_COLUMNS}
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
