import { listCountryOptions } from '#lib/countries.ts'
import { CaseDrawer as Frame } from '#modules/approvals/components/case-drawer.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { LIST_NAMES } from '../model.ts'
import { type CaseLine, complianceCalls } from './calls.tsx'
import { CaseTag, describeCase, formatCaseNumber } from './case-labels.tsx'

const countries = new Map(listCountryOptions().map(({ value, label }) => [value, label]))
const nameCountry = (code: string) => countries.get(code) ?? code
const joinTexts = (texts: readonly string[]) => texts.join(', ') || 'Not stated'

type CaseDrawerProps = {
  one: CaseLine | undefined
  /** All cases of its member, in the order of the queue. */
  all: readonly CaseLine[]
  onClose: () => void
}

/** The drawer of a screening case: the member beside the listed party, and the decision. */
export const CaseDrawer = ({ one, all, onClose }: CaseDrawerProps) => (
  <Frame
    one={one}
    onClose={onClose}
    title={one ? `Screening: ${one.member.name}` : 'Screening'}
    tag={one && <CaseTag one={one} />}
    release={{
      permission: 'screening.dismiss',
      noun: 'dismissal',
      label: 'False positive…',
      title: `Is ${one?.member.name} a false positive?`,
      action: 'Propose dismissal',
      text:
        'Another admin has to approve this. Then the member can be credited and paid again, ' +
        'unless another case is open.',
      run: (reason) => complianceCalls.dismiss.call({ id: one?._id ?? '', reason }),
    }}
    hold={{
      permission: 'screening.confirm',
      label: 'True match…',
      title: `Is ${one?.member.name} the listed party?`,
      action: 'Confirm match',
      text:
        'The member stays on hold: they can’t deposit, invest or withdraw, and they see only ' +
        'that their account is being reviewed. Nothing is reported to an authority. Two admins ' +
        'can still dismiss the case.',
      run: (reason) => complianceCalls.confirm.call({ id: one?._id ?? '', reason }),
    }}
    hint="What you compared, and with which evidence. The member never sees it."
    history={{
      opened: 'Opened by screening',
      undecided: 'Until then, no deposit of the member is credited and no withdrawal is paid.',
      decided:
        one?.status === 'true_match'
          ? `Confirmed as a true match by ${one.decidedBy}`
          : `False positive, proposed by ${one?.decidedBy} and approved by ${one?.approvedBy}`,
      isReleased: one?.status === 'false_positive',
    }}
  >
    {one && <Comparison one={one} />}
    {one && all.length > 1 && <OtherCases one={one} all={all} />}
  </Frame>
)

const OtherCases = ({ one, all }: CaseProps & Pick<CaseDrawerProps, 'all'>) => (
  <DrawerPart title="Other cases of this member">
    <p className="muted">
      This is {formatCaseNumber(one, all)}. The member is on hold until each of them is dismissed as
      a false positive.
    </p>
    <KeyValues
      rows={all
        .filter(({ _id }) => _id !== one._id)
        .map((other) => ({
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
