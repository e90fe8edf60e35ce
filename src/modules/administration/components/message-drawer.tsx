import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { Assignee } from './message-assignee.tsx'
import { type Message, messageCalls } from './message-calls.tsx'
import { MessageTag } from './message-labels.tsx'
import { MessageReplies } from './message-replies.tsx'
import { MessageText } from './message-text.tsx'

type MessageChange = { state?: Message['state']; assignedTo?: string | null }

/** Returns an action that changes a message's state or assignee; errors show in a toast. */
function useMark() {
  const queries = useQueryClient()
  const [marking, setMarking] = useState(false)
  const mark = async (id: string, change: MessageChange, successText?: string) => {
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

type MessageDrawerProps = { id: string | undefined; onClose: () => void }

/** Shows a message. Opening it marks it as read if the staff member may handle messages. */
export function MessageDrawer({ id, onClose }: MessageDrawerProps) {
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
      {message && <MessageReplies key={message._id} message={message} mayReply={may === true} />}
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
