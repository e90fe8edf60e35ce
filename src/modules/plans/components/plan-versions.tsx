import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { DayOf, formatCalendarDay, When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { formatDayCount } from '../model.ts'
import { planCalls, type StaffPlan, type StaffVersion } from './calls.tsx'
import {
  computeVersionState,
  familyText,
  formatVersionState,
  VersionStateTag,
} from './plan-labels.tsx'
import { PlanRisk } from './plan-risk.tsx'
import { buildDaysTermRows, buildTextTermRows } from './plan-terms.tsx'

const buildColumns = (plan: StaffPlan): readonly Column<StaffVersion>[] => [
  {
    id: 'number',
    header: 'Version',
    text: (row) => `Version ${row.number}`,
    cell: (row) => <span className="strong">Version {row.number}</span>,
    sub: (row) => <DayOf day={row.effectiveFrom} />,
    sort: (row) => row.number,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => formatVersionState(computeVersionState(plan, row)),
    cell: (row) => <VersionStateTag state={computeVersionState(plan, row)} />,
  },
  {
    id: 'from',
    header: 'From',
    text: (row) => formatCalendarDay(row.effectiveFrom),
    cell: (row) => <DayOf day={row.effectiveFrom} />,
    sort: (row) => row.effectiveFrom,
    priority: 2,
  },
  {
    id: 'target',
    header: 'Target over the term',
    text: (row) => `${row.percentage}, ${formatDayCount(row.termDays)}`,
    sort: false,
    priority: 2,
  },
  { id: 'by', header: 'Proposed by', text: (row) => row.proposedBy, priority: 3 },
  { id: 'published', header: 'Published by', text: (row) => row.publishedBy ?? '', priority: 3 },
]

/** Shows all versions of a plan, newest first; a row opens the version in full. */
export function Versions({ plan }: { plan: StaffPlan }) {
  const { openId, open } = useOpenRow()
  const proposes = usePermission('plan.propose')
  const version = plan.versions.find(({ _id }) => _id === openId)

  return (
    <Panel
      title="Versions"
      flush
      aside={
        proposes &&
        plan.state !== 'closed' && (
          <ButtonLink
            size="sm"
            to={`/admin-dashboard/plans/new?from=${plan.versions[0]?._id ?? ''}`}
          >
            New version
          </ButtonLink>
        )
      }
      foot={
        <p>
          A version never changes. A deposit uses the one it was quoted under; another offer is
          another version.
        </p>
      }
    >
      <DataTable
        plain
        caption="Versions, the newest first"
        columns={buildColumns(plan)}
        rows={plan.versions}
        rowKey={(row) => row._id}
        selectedKey={openId}
        rowAction={{ onPress: (row) => open(row._id), label: (row) => `Version ${row.number}` }}
      />
      <VersionDrawer plan={plan} version={version} onClose={() => open(undefined)} />
    </Panel>
  )
}

type DrawerProps = { plan: StaffPlan; version: StaffVersion | undefined; onClose: () => void }

function VersionDrawer({ plan, version, onClose }: DrawerProps) {
  const [publishing, setPublishing] = useState(false)
  const state = version && computeVersionState(plan, version)

  return (
    <Drawer
      open={version !== undefined}
      onClose={onClose}
      title={version ? `${plan.name}, version ${version.number}` : 'Version'}
      aside={state && <VersionStateTag state={state} />}
      foot={
        version &&
        state === 'draft' && <Publishing version={version} onPublish={() => setPublishing(true)} />
      }
    >
      {version && <VersionFacts version={version} />}
      {version && publishing && (
        <PublishVersion
          plan={plan}
          version={version}
          onClose={() => setPublishing(false)}
          onDone={() => {
            setPublishing(false)
            onClose()
          }}
        />
      )}
    </Drawer>
  )
}

function VersionFacts({ version }: { version: StaffVersion }) {
  return (
    <>
      <PlanRisk risk={version.risk} warning={version.warning} label={version.label} />
      <DrawerPart title="What it offers">
        <KeyValues
          rows={[
            { label: 'Target over the term, no promise', value: version.percentage },
            { label: 'Term', value: formatDayCount(version.termDays) },
            { label: 'From', value: <Money amount={version.minAmount} /> },
            { label: 'Up to', value: <Money amount={version.maxAmount} /> },
            ...buildDaysTermRows(version, 'none'),
            { label: 'From the day', value: <DayOf day={version.effectiveFrom} /> },
          ]}
        />
        <Details rows={buildTextTermRows(version)} />
      </DrawerPart>
      <DrawerPart title="Who">
        <p>
          Proposed by {version.proposedBy}, <When at={version.proposedAt} timeZone="UTC" /> UTC
        </p>
        {version.publishedAt && (
          <p>
            Published by {version.publishedBy}, <When at={version.publishedAt} timeZone="UTC" /> UTC
          </p>
        )}
      </DrawerPart>
    </>
  )
}

function Publishing({ version, onPublish }: { version: StaffVersion; onPublish: () => void }) {
  const may = usePermission('plan.publish')
  if (may === false) return <p>{describeDeciders('plan.publish')}</p>

  return (
    <>
      <p>
        {version.waits
          ? 'Waiting for approval: the target is out of the ordinary. ' +
            (version.mine ? 'You proposed this yourself' : `Proposed by ${version.proposedBy}`) +
            '; another admin has to publish it.'
          : 'Published, it is what new deposits are offered from its day on.'}
      </p>
      {may && (
        <FormActions>
          {!(version.waits && version.mine) && (
            <Button variant="primary" onClick={onPublish}>
              Publish…
            </Button>
          )}
          <ButtonLink to={`/admin-dashboard/plans/new?from=${version._id}`}>
            Edit as a new version
          </ButtonLink>
        </FormActions>
      )}
    </>
  )
}

type PublishProps = {
  plan: StaffPlan
  version: StaffVersion
  onClose: () => void
  onDone: () => void
}

function PublishVersion({ plan, version, onClose, onDone }: PublishProps) {
  const form = useToastAction(() => planCalls.publish.call({ id: version._id }), onDone)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Publish version ${version.number} of ${plan.name}, ${familyText(plan.family)}?`}
      effects={[
        { label: 'Target over the term', value: `${version.percentage}, no promise` },
        { label: 'Term', value: formatDayCount(version.termDays) },
        { label: 'Offered from', value: <DayOf day={version.effectiveFrom} /> },
      ]}
      actionLabel="Publish"
      acting="Publishing…"
      {...form}
    >
      {version.warning && <p className="strong">{version.warning}</p>}
      <p>
        A published version can’t be edited. It ends when another version follows or the plan is
        closed.
      </p>
    </FormDialog>
  )
}
