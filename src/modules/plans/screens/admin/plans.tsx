import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { plus } from '#ui/icons.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { planCalls } from '../../components/calls.tsx'
import { type PlanRow, planColumns } from '../../components/plan-columns.tsx'
import { familyText } from '../../components/plan-labels.tsx'
import { RedemptionNoticeQueue } from '../../components/redemption-notice-queue.tsx'

const HERE = '/admin-dashboard/plans'

export default function Plans() {
  const [params] = useSearchParams()
  const queue = params.get('view') === 'notices'
  const proposes = usePermission('plan.propose')
  const redemptionNotices = useQuery(planCalls.allRedemptionNotices.queryOptions())
  const plans = usePlans()

  return (
    <Stack>
      <PageTitle>Plans</PageTitle>
      <PageHeading
        title="Plans"
        lead={
          'All plans with their income, losses, and returns paid and owed. Returns are paid only ' +
          'from recorded income.'
        }
        actions={
          proposes && (
            <ButtonLink variant="primary" icon={plus} to={`${HERE}/new`}>
              New plan
            </ButtonLink>
          )
        }
      />
      <TabLinks
        label="Views"
        tabs={[
          { label: 'Plans', to: HERE, current: !queue, count: plans.rows?.length },
          {
            label: 'Redemption notices',
            to: `${HERE}?view=notices`,
            current: queue,
            count: redemptionNotices.data?.data.length,
          },
        ]}
      />
      {queue ? (
        <RedemptionNoticeQueue
          redemptionNotices={redemptionNotices.data?.data}
          failed={redemptionNotices.isError}
          onRetry={() => void redemptionNotices.refetch()}
        />
      ) : (
        <PlansTable {...plans} />
      )}
    </Stack>
  )
}

/** Returns each plan with its figures; undefined until both have loaded. */
function usePlans() {
  const plans = useQuery(planCalls.all.queryOptions())
  const figures = useQuery(planCalls.figures.queryOptions())
  const rows: PlanRow[] | undefined =
    plans.data &&
    figures.data &&
    plans.data.data.map((plan) => ({
      plan,
      figures: figures.data.data.find(({ _id }) => _id === plan._id)?.figures,
    }))

  return {
    rows,
    failed: plans.isError || figures.isError,
    onRetry: () => void Promise.all([plans.refetch(), figures.refetch()]),
  }
}

function PlansTable({ rows, failed, onRetry }: ReturnType<typeof usePlans>) {
  const state = useUrlTableState()
  useRowKeys()

  return (
    <Panel flush>
      <DataTable
        caption="Plans, by family"
        columns={planColumns}
        rows={rows}
        rowKey={({ plan }) => plan._id}
        failed={failed}
        onRetry={onRetry}
        empty="No plans yet."
        exportName="plans.csv"
        dense
        tools={<RowKeysHint />}
        rowAction={{
          to: ({ plan }) => `${HERE}/${plan._id}`,
          label: ({ plan }) => `${plan.name} ${familyText(plan.family)}`,
        }}
        {...state}
      />
    </Panel>
  )
}
