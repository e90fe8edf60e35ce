import { useState } from 'react'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { BreakActions, ExplainDialog } from './break-actions.tsx'
import type { BreakLine } from './calls.tsx'
import { BreakTag, Exact, placeText } from './custody-labels.tsx'

/** The drawer of a break: its difference, owner, due time and explanation. */
export function BreakDrawer({ one, onClose }: { one: BreakLine | undefined; onClose: () => void }) {
  const [explaining, setExplaining] = useState(false)
  return (
    <Drawer
      open={one !== undefined}
      onClose={onClose}
      title={one ? `Break: ${placeText(one)}` : 'Break'}
      aside={one && <BreakTag one={one} />}
      foot={
        one && !one.resolvedAt && <BreakActions one={one} onExplain={() => setExplaining(true)} />
      }
    >
      {one && <Difference one={one} />}
      {one && (
        <DrawerPart title="History">
          <Timeline steps={buildBreakSteps(one)} />
        </DrawerPart>
      )}
      {one && explaining && <ExplainDialog one={one} onClose={() => setExplaining(false)} />}
    </Drawer>
  )
}

const Difference = ({ one: { latest, difference, currency } }: { one: BreakLine }) => (
  <DrawerPart title="Difference">
    <KeyValues
      rows={[
        { label: 'External balance', value: <Exact amount={latest.amount} currency={currency} /> },
        {
          label: 'Ledger balance',
          value: <Exact amount={latest.ledgerAmount} currency={currency} />,
        },
        { label: 'As of, UTC', value: <When at={latest.asOf} timeZone="UTC" /> },
        { label: 'Source', value: latest.statedBy },
        { label: 'Evidence', value: <span className="anywhere">{latest.evidence || 'None'}</span> },
        {
          label: 'Difference when opened',
          value: <Exact amount={difference} currency={currency} />,
        },
      ]}
      total={{
        label: 'Difference (external − ledger)',
        value: <Exact amount={latest.difference} currency={currency} />,
      }}
    />
  </DrawerPart>
)

const renderInstant = (instant: string) => (
  <>
    <When at={instant} timeZone="UTC" /> UTC
  </>
)

const describeExplanation = ({ resolvedBy, approvedBy }: BreakLine) =>
  `Explained by ${resolvedBy?.name}${approvedBy ? `, approved by ${approvedBy}` : ''}`

function buildBreakSteps(one: BreakLine): TimelineStep[] {
  const opened: TimelineStep = { title: 'Opened', note: renderInstant(one.openedAt), state: 'done' }
  const taken: TimelineStep[] =
    one.owner && one.takenAt
      ? [
          {
            title: `Assigned to ${one.owner.name}`,
            note: renderInstant(one.takenAt),
            state: 'done',
          },
        ]
      : []

  if (one.resolvedAt)
    return [
      opened,
      ...taken,
      {
        title: one.resolvedAs === 'explained' ? describeExplanation(one) : 'Balances agree again',
        note: (
          <>
            {renderInstant(one.resolvedAt)} {one.resolution && `· ${one.resolution}`}
          </>
        ),
        state: 'done',
      },
    ]

  return [
    opened,
    ...taken,
    {
      title: one.overdue ? 'Overdue' : 'To be resolved',
      note: <>by {renderInstant(one.dueAt)}. After that, the assignee is emailed daily</>,
      state: one.overdue ? 'failed' : 'now',
    },
  ]
}
