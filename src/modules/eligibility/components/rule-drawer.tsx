import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/actions/button.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { listRuleChanges, type RuleSet } from '../model.ts'
import { eligibilityCalls, type OpenRuleSet, type RuleSetLine } from './calls.tsx'
import { describeCountries, RuleTag } from './rule-labels.tsx'
import { RuleSections } from './rule-sections.tsx'

type DrawerProps = {
  id: string | undefined
  lines: readonly RuleSetLine[]
  mayPropose: boolean
  onUse: (rules: RuleSet) => void
  onClose: () => void
}

/** The drawer of one version of rules: what changed since the one before, and all its sections. */
export function RuleDrawer({ id, lines, mayPropose, onUse, onClose }: DrawerProps) {
  const opened = useRules(id)
  const previous = useRules(opened.data?.data.previous)
  const line = lines.find(({ _id }) => _id === id) ?? opened.data?.data
  const rules = opened.data && toRuleSet(opened.data.data)

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={line ? `${line.name}, version ${line.version}` : 'Rules'}
      aside={line && <RuleTag line={line} />}
      foot={
        rules &&
        mayPropose && (
          <FormActions>
            <Button variant="primary" onClick={() => onUse(rules)}>
              {line?.status === 'sample' ? 'Use this sample' : 'Edit as a new version'}
            </Button>
          </FormActions>
        )
      }
    >
      {line && <Origin line={line} note={rules?.note} />}
      {opened.isError && !rules && <ReadFailed onRetry={opened.refetch} />}
      {!rules && !opened.isError && <SkeletonLines lines={8} />}
      {rules && previous.data && <Changes before={toRuleSet(previous.data.data)} after={rules} />}
      {rules && <RuleSections rules={rules} />}
    </Drawer>
  )
}

const useRules = (id: string | null | undefined) =>
  useQuery({
    ...eligibilityCalls.ruleSet.queryOptions({ input: { id: id ?? '' } }),
    enabled: Boolean(id),
  })

const toRuleSet = ({ content }: OpenRuleSet) => content as unknown as RuleSet

const Origin = ({ line, note }: { line: RuleSetLine; note: string | undefined }) => (
  <DrawerPart title="Version">
    <KeyValues
      texts
      rows={[
        { label: 'Countries', value: describeCountries(line) },
        {
          label: 'Applies from',
          value: line.effectiveFrom ? <CalendarDay day={line.effectiveFrom} /> : 'Not published',
        },
        ...(line.by ? [{ label: 'Proposed by', value: line.by }] : []),
        ...(line.approvedBy ? [{ label: 'Approved by', value: line.approvedBy }] : []),
        ...(line.at
          ? [
              {
                label: line.status === 'waiting' ? 'Proposed' : 'Published',
                value: (
                  <>
                    <When at={line.at} timeZone="UTC" /> UTC
                  </>
                ),
              },
            ]
          : []),
        ...(note ? [{ label: 'Note', value: note }] : []),
        { label: 'SHA-256', value: <span className="mono meta anywhere">{line.sha256}</span> },
      ]}
    />
  </DrawerPart>
)

const Changes = ({ before, after }: { before: RuleSet; after: RuleSet }) => {
  const changes = listRuleChanges(before, after)

  return (
    <DrawerPart title={`Changes since version ${before.version}`}>
      <Details
        rows={changes.map((change) => ({
          label: <span className="anywhere">{change.path}</span>,
          value: (
            <>
              <del className="anywhere">{change.before ?? 'not there'}</del>{' '}
              <ins className="anywhere">{change.after ?? 'removed'}</ins>
            </>
          ),
        }))}
      />
    </DrawerPart>
  )
}
