import { type ReactNode, useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { MAX_STAFF_REASON } from '#lib/staff-texts.ts'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import type { Permission } from '../model.ts'
import { describeDeciders, usePermission } from './use-permission.tsx'

/** A case that holds something back until it is decided. */
export type HoldingCase = {
  status: string
  openedAt: string
  decidedAt: string | null
  decidedBy: string | null
  reason: string | null
  /** The proposed release, which waits for another admin. */
  waiting: { by: string; at: string } | null
}

/** One way to decide a case, with its words. */
export type CaseChoice = {
  permission: Permission
  /** The button in the drawer, and the one of the dialog. */
  label: string
  action: string
  title: string
  text: string
  run: (reason: string) => Promise<{ message: string }>
}

type CaseDrawerProps = {
  one: HoldingCase | undefined
  title: string
  tag: ReactNode
  /** Ends the hold, with the approval of another admin; the noun names its proposal. */
  release: CaseChoice & { noun: string }
  /** Continues the hold, by one of the staff. */
  hold: CaseChoice
  /** A hint on what the reason of a decision names. */
  hint: string
  history: { opened: string; undecided: string; decided: string; isReleased: boolean }
  onClose: () => void
  /** The content of the case. */
  children: ReactNode
  /** The content below the history. */
  more?: ReactNode
}

/** The drawer of a case: what it is about, its history, and the decisions on it. */
export function CaseDrawer(props: CaseDrawerProps) {
  const { one, title, tag, release, hold, history, onClose, children, more } = props
  const [choice, setChoice] = useState<CaseChoice>()

  return (
    <Drawer
      open={one !== undefined}
      onClose={onClose}
      title={title}
      aside={one && tag}
      foot={
        one &&
        !history.isReleased && (
          <CaseActions one={one} release={release} hold={hold} onChoose={setChoice} />
        )
      }
    >
      {children}
      {one && (
        <DrawerPart title="History">
          <Timeline steps={buildSteps(one, history)} />
        </DrawerPart>
      )}
      {more}
      {one && choice && (
        <ChoiceDialog {...props} choice={choice} onClose={() => setChoice(undefined)} />
      )}
    </Drawer>
  )
}

type ActionsProps = Pick<CaseDrawerProps, 'release' | 'hold'> & {
  one: HoldingCase
  onChoose: (choice: CaseChoice) => void
}

/** Displays the decisions on a case, or who may make them. */
function CaseActions({ one, release, hold, onChoose }: ActionsProps) {
  const mayHold = usePermission(hold.permission)
  const mayRelease = usePermission(release.permission)

  if (!mayHold && !mayRelease) return describeDeciders(hold.permission)
  if (one.waiting)
    return (
      <p>
        Waiting for approval: {release.noun} proposed by {one.waiting.by} on{' '}
        <UtcTime at={one.waiting.at} />.{' '}
        <TextLink to="/admin-dashboard/approvals">View approvals</TextLink>
      </p>
    )

  return (
    <FormActions>
      {mayRelease && <Button onClick={() => onChoose(release)}>{release.label}</Button>}
      {mayHold && one.decidedAt === null && (
        <Button variant="danger" onClick={() => onChoose(hold)}>
          {hold.label}
        </Button>
      )}
    </FormActions>
  )
}

type DialogProps = Pick<CaseDrawerProps, 'hint' | 'onClose'> & { choice: CaseChoice }

/** The dialog that asks for the reason of a decision. */
function ChoiceDialog({ choice, hint, onClose }: DialogProps) {
  const { title, action, text, run } = choice
  const form = useToastAction(async ({ reason = '' }) => await run(reason), onClose)

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      actionLabel={action}
      acting="Saving..."
      {...form}
    >
      <p>{text}</p>
      <TextAreaField label="Reason" name="reason" maxLength={MAX_STAFF_REASON} hint={hint} />
    </FormDialog>
  )
}

function buildSteps(one: HoldingCase, history: CaseDrawerProps['history']): TimelineStep[] {
  const opened: TimelineStep = {
    title: history.opened,
    note: <UtcTime at={one.openedAt} />,
    state: 'done',
  }
  if (!one.decidedAt)
    return [opened, { title: 'To be decided', note: history.undecided, state: 'now' }]

  const note = (
    <>
      <UtcTime at={one.decidedAt} /> · {one.reason}
    </>
  )

  return [opened, { title: history.decided, note, state: history.isReleased ? 'done' : 'failed' }]
}

/** Displays an instant in UTC. */
export const UtcTime = ({ at }: { at: string }) => (
  <>
    <When at={at} timeZone="UTC" /> UTC
  </>
)
