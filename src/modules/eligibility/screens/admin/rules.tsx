import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { ComplianceTabs } from '#modules/verification/components/compliance-tabs.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { eligibilityCalls, type RuleSetLine } from '../../components/calls.tsx'
import { ProposeRules } from '../../components/propose-rules.tsx'
import { RuleDrawer } from '../../components/rule-drawer.tsx'
import { describeCountries, describeRuleStatus, RuleTag } from '../../components/rule-labels.tsx'
import type { RuleSet } from '../../model.ts'

const columns: readonly Column<RuleSetLine>[] = [
  {
    id: 'name',
    header: 'Rules',
    text: (row) => row.name,
    cell: (row) => <span className="strong">{row.name}</span>,
  },
  { id: 'version', header: 'Version', text: (row) => String(row.version), align: 'end' },
  {
    id: 'state',
    header: 'State',
    text: describeRuleStatus,
    cell: (row) => <RuleTag line={row} />,
  },
  { id: 'countries', header: 'Countries', text: describeCountries, priority: 3 },
  {
    id: 'sample',
    header: 'Text',
    text: (row) => (row.sample ? 'Sample' : 'Confirmed'),
    priority: 3,
  },
  {
    id: 'from',
    header: 'Applies from',
    text: (row) => (row.effectiveFrom ? formatCalendarDay(row.effectiveFrom) : '–'),
    cell: (row) => (row.effectiveFrom ? <CalendarDay day={row.effectiveFrom} /> : '–'),
    sort: (row) => row.effectiveFrom ?? '',
    priority: 2,
  },
]

/** Reads the rules that apply or may, then page by page those that were replaced. */
const useRuleSets = () =>
  useInfiniteQuery(
    eligibilityCalls.ruleSets.infiniteOptions({
      input: (before: string | undefined) => ({ ...(before && { before }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ data: { next } }) => next ?? undefined,
    }),
  )

export default function Rules() {
  const list = useRuleSets()
  const mayPropose = usePermission('rules.publish')
  const { openId, open } = useOpenRow()
  const table = useUrlTableState()
  const [text, setText] = useState<string>()
  const pages = list.data?.pages
  const lines = pages?.flatMap(({ data }) => data.ruleSets)
  const earliest = pages?.[0]?.data.earliest

  return (
    <Stack>
      <PageTitle>Eligibility rules</PageTitle>
      <PageHeading
        title="Eligibility rules"
        lead="What members of each country have to do before they deposit, invest or withdraw."
        actions={
          mayPropose && (
            <Button variant="primary" onClick={() => setText('')}>
              Propose rules
            </Button>
          )
        }
      />
      <ComplianceTabs />
      {mayPropose === false && <Callout tone="info">{describeDeciders('rules.publish')}</Callout>}
      <Panel title="Versions" flush foot={list.hasNextPage && <EarlierButton list={list} />}>
        <DataTable
          caption="Versions of the rules, waiting ones first"
          columns={columns}
          rows={lines}
          rowKey={(row) => row._id}
          failed={list.isError && !lines}
          onRetry={() => void list.refetch()}
          empty="No rules."
          exportName="rules.csv"
          dense
          selectedKey={openId}
          rowAction={{ onPress: (row) => open(row._id), label: (row) => row.name }}
          {...table}
        />
      </Panel>
      <RuleDrawer
        id={openId}
        lines={lines ?? []}
        mayPropose={mayPropose === true}
        onUse={(rules) => {
          open(undefined)
          setText(formatNextVersion(rules, lines ?? []))
        }}
        onClose={() => open(undefined)}
      />
      {text !== undefined && earliest && (
        <ProposeRules
          text={text}
          onText={setText}
          earliest={earliest}
          onClose={() => setText(undefined)}
        />
      )}
    </Stack>
  )
}

const EarlierButton = ({ list }: { list: ReturnType<typeof useRuleSets> }) => (
  <Button
    onClick={() => void list.fetchNextPage()}
    pending={list.isFetchingNextPage}
    pendingLabel="Loading..."
  >
    Show earlier versions
  </Button>
)

/**
 * Returns the rules as text, with a version above every published one: the newest is in force or
 * follows.
 */
function formatNextVersion(rules: RuleSet, lines: readonly RuleSetLine[]): string {
  const newest = Math.max(
    0,
    ...lines
      .filter(({ key, status }) => key === rules.key && status !== 'sample')
      .filter(({ effectiveFrom }) => effectiveFrom !== null)
      .map(({ version }) => version),
  )
  return JSON.stringify({ ...rules, version: Math.max(rules.version, newest + 1) }, null, 2)
}
