import { useState } from 'react'
import { listCountryOptions } from '#lib/countries.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { LIST_NAMES } from '../model.ts'
import type { CaseLine } from './calls.tsx'
import { CaseActions } from './case-actions.tsx'
import { type CaseDecision, DecideDialog } from './case-decision.tsx'
import { CaseTag, describeCase } from './case-labels.tsx'

const countries = new Map(listCountryOptions().map(({ value, label }) => [value, label]))
const nameCountry = (code: string) => countries.get(code) ?? code
const joinTexts = (texts: readonly string[]) => texts.join(', ') || 'Not stated'

type CaseDrawerProps = {
  one: CaseLine | undefined
  /** The other cases of its member. */
  others: readonly CaseLine[]
  onClose: () => void
}

/** The drawer of a screening case: the member beside the listed party, and the decision. */
export function CaseDrawer({ one, others, onClose }: CaseDrawerProps) {
  const [deciding, setDeciding] = useState<CaseDecision>()
  return (
    <Drawer
      open={one !== undefined}
      onClose={onClose}
      title={one ? `Screening: ${one.member.name}` : 'Screening'}
      aside={one && <CaseTag one={one} />}
      foot={
        one && one.status !== 'false_positive' && <CaseActions one={one} onDecide={setDeciding} />
      }
    >
      {one && <Comparison one={one} />}
      {others.length > 0 && <OtherCases others={others} />}
      {one && (
        <DrawerPart title="History">
          <Timeline steps={buildCaseSteps(one)} />
        </DrawerPart>
      )}
      {one && deciding && (
        <DecideDialog one={one} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Drawer>
  )
}

const OtherCases = ({ others }: { others: readonly CaseLine[] }) => (
  <DrawerPart title="Other cases of this member">
    <p className="muted">The member is held until all of them are decided.</p>
    <KeyValues
      rows={others.map((other) => ({
        label: LIST_NAMES[other.source],
        value: (
          <TextLink to={`/admin-dashboard/screening?open=${other._id}`}>
            {other.matchedName}, {describeCase(other)[1].toLowerCase()}
          </TextLink>
        ),
      }))}
    />
  </DrawerPart>
)

const Comparison = ({ one: { member, person, party, source, score, matchedName } }: CaseProps) => (
  <>
    <DrawerPart title="Member">
      <KeyValues
        rows={[
          {
            label: 'Name',
            value: (
              <TextLink to={`/admin-dashboard/manage-user/${member._id}`}>{person.name}</TextLink>
            ),
          },
          { label: 'Date of birth', value: person.birthDate ?? 'Not known' },
          { label: 'Country', value: person.country ? nameCountry(person.country) : 'Not known' },
        ]}
      />
    </DrawerPart>
    <DrawerPart title="Listed party">
      <KeyValues
        rows={[
          { label: 'List', value: LIST_NAMES[source] },
          { label: 'ID in the list', value: <span className="anywhere">{party.id}</span> },
          { label: 'Names', value: joinTexts(party.names) },
          { label: 'Date of birth', value: joinTexts(party.birthDates) },
          { label: 'Country', value: joinTexts(party.countries.map(nameCountry)) },
          { label: 'Programme', value: joinTexts(party.programmes) },
          { label: 'Matched name', value: matchedName },
          { label: 'Similarity', value: `${score} of 100` },
        ]}
      />
    </DrawerPart>
  </>
)

type CaseProps = { one: CaseLine }

function buildCaseSteps(one: CaseLine): TimelineStep[] {
  const opened: TimelineStep = {
    title: 'Opened by screening',
    note: <UtcTime at={one.openedAt} />,
    state: 'done',
  }
  if (one.decidedAt)
    return [
      opened,
      {
        title:
          one.status === 'true_match'
            ? `Confirmed as a true match by ${one.decidedBy}`
            : `False positive, proposed by ${one.decidedBy} and approved by another admin`,
        note: (
          <>
            <UtcTime at={one.decidedAt} /> · {one.reason}
          </>
        ),
        state: one.status === 'true_match' ? 'failed' : 'done',
      },
    ]

  return [
    opened,
    {
      title: 'To be decided',
      note: 'Until then, no deposit of the member is credited and no withdrawal is paid.',
      state: 'now',
    },
  ]
}

const UtcTime = ({ at }: { at: string }) => (
  <>
    <When at={at} timeZone="UTC" /> UTC
  </>
)
