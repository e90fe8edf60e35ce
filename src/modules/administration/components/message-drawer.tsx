import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { administrationCalls } from './calls.tsx'
import { type Message, messageCalls } from './message-calls.tsx'
import { formatMessageKind, MessageTag } from './message-labels.tsx'
import { formatStaffName } from './staff-labels.tsx'

type Change = { state?: Message['state']; assignedTo?: string | null }

const buildReplyHref = ({ email, subject }: Pick<Message, 'email' | 'subject'>) =>
  `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`

/** Returns an action that changes a message's state or assignee; errors show in a toast. */
function useMark() {
  const queries = useQueryClient()
  const [marking, setMarking] = useState(false)
  const mark = async (id: string, change: Change, successText?: string) => {
    setMarking(true)

    try {
      await messageCalls.mark.call({ id, ...change })
      if (successText) toast.success(successText)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setMarking(false)
      await queries.invalidateQueries()
    }
  }

  return { marking, mark }
}

type Props = { id: string | undefined; onClose: () => void }

/** Shows a message. Opening it marks it as read if the staff member may handle messages. */
export function MessageDrawer({ id, onClose }: Props) {
  const { data, isError, refetch } = useQuery(
    messageCalls.one.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const message = id ? data?.data : undefined
  const may = usePermission('enquiry.mark')
  const { marking, mark } = useMark()
  const unread = may && message?.state === 'new' ? message._id : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opened message
  useEffect(() => {
    if (unread) void mark(unread, { state: 'read' })
  }, [unread])

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={message?.subject ?? 'Message'}
      aside={message && <MessageTag state={message.state} />}
      foot={
        message &&
        (may ? (
          <FormActions>
            {message.state !== 'answered' && (
              <Button
                variant="primary"
                pending={marking}
                pendingLabel="Loading...."
                onClick={() => void mark(message._id, { state: 'answered' }, 'Marked as answered')}
              >
                Mark as answered
              </Button>
            )}
            {message.state !== 'new' && (
              <Button onClick={() => void mark(message._id, { state: 'read' }, 'Marked as read')}>
                {message.state === 'answered' ? 'Reopen' : 'Mark as read'}
              </Button>
            )}
          </FormActions>
        ) : (
          describeDeciders('enquiry.mark')
        ))
      }
    >
      {!message &&
        (isError ? <ReadFailed onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />)}
      {message && <MessageText message={message} />}
      {message && (
        <Assignee
          message={message}
          mayAssign={may === true}
          onAssign={(assignedTo) => void mark(message._id, { assignedTo }, 'Assigned')}
        />
      )}
    </Drawer>
  )
}

const MessageText = ({ message }: { message: Message }) => (
  <>
    <DrawerPart title={formatMessageKind(message.kind)}>
      {message.message.split(/\n+/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change order
        <p key={index} className="anywhere">
          {paragraph}
        </p>
      ))}
      {message.cv && (
        <p>
          <a className="link" href={message.cv.path} download>
            Download the CV
          </a>{' '}
          <span className="meta muted">Sent by a visitor: open it with care.</span>
        </p>
      )}
    </DrawerPart>
    <DrawerPart title="From">
      <KeyValues
        rows={[
          { label: 'Name', value: message.name },
          {
            label: 'Email',
            value: (
              <a className="link anywhere" href={buildReplyHref(message)}>
                {message.email}
              </a>
            ),
          },
          { label: 'Phone', value: message.phone ?? 'none' },
          { label: 'Received, UTC', value: <When at={message.receivedAt} timeZone="UTC" /> },
        ]}
      />
    </DrawerPart>
  </>
)

type AssigneeProps = { message: Message; mayAssign: boolean; onAssign: (to: string | null) => void }

function Assignee({ message, mayAssign, onAssign }: AssigneeProps) {
  const { data } = useQuery(administrationCalls.staff.queryOptions())
  const staff = data?.data ?? []
  const current = staff.find(({ _id }) => _id === message.assignedTo)

  return (
    <DrawerPart title="Assignment">
      {mayAssign ? (
        <SelectField
          label="Assigned to"
          name="assignedTo"
          value={message.assignedTo ?? ''}
          onChange={({ currentTarget: { value } }) => onAssign(value || null)}
          options={[
            { value: '', label: 'Unassigned' },
            ...staff
              .filter(({ state, _id }) => state === 'active' || _id === message.assignedTo)
              .map((one) => ({
                value: one._id,
                label: one.me ? `${formatStaffName(one)} (you)` : formatStaffName(one),
              })),
          ]}
        />
      ) : (
        <p>{current ? formatStaffName(current) : 'Unassigned'}</p>
      )}
    </DrawerPart>
  )
}
