import { useState } from 'react'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { formatDayCount } from '../model.ts'
import type { StaffPlan, StaffVersion } from './calls.tsx'
import { computeVersionState, VersionStateTag } from './plan-labels.tsx'
import { PlanRisk } from './plan-risk.tsx'
import { buildDaysTermRows, buildTextTermRows } from './plan-terms.tsx'
import { PublishVersion, VersionActions } from './publish-version.tsx'

type DrawerProps = { plan: StaffPlan; version: StaffVersion | undefined; onClose: () => void }

/** Displays one version of a plan in a drawer. */
export function VersionDrawer({ plan, version, onClose }: DrawerProps) {
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
        state === 'draft' && (
          <VersionActions version={version} onPublish={() => setPublishing(true)} />
        )
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
      <DrawerPart title="Terms">
        <KeyValues
          rows={[
            { label: 'Target return over the term (not guaranteed)', value: version.percentage },
            { label: 'Term', value: formatDayCount(version.termDays) },
            { label: 'Minimum amount', value: <Money amount={version.minAmount} /> },
            { label: 'Maximum amount', value: <Money amount={version.maxAmount} /> },
            ...buildDaysTermRows(version, 'none'),
            { label: 'Offered from', value: <CalendarDay day={version.effectiveFrom} /> },
          ]}
        />
        <Details rows={buildTextTermRows(version)} />
      </DrawerPart>
      <DrawerPart title="Approval">
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
