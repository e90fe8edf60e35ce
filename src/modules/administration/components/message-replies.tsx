import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { type Message, messageCalls } from './message-calls.tsx'
import { Paragraphs } from './message-text.tsx'

type Props = { message: Message; mayReply: boolean }

/** Displays the replies to a message, oldest first, and the form of the next one. */
export function MessageReplies({ message, mayReply }: Props) {
  const [sent, setSent] = useState(0)
  const { replies } = message
  if (replies.length === 0 && !mayReply) return null

  return (
    <DrawerPart title={replies.length > 0 ? 'Replies' : 'Reply'}>
      <Stack tight>
        {replies.map((reply) => (
          <div key={reply._id}>
            <p className="meta muted">
              {reply.sentBy}, <When at={reply.sentAt} timeZone="UTC" /> UTC
            </p>
            <Paragraphs text={reply.message} />
          </div>
        ))}
        {mayReply && <ReplyForm key={sent} message={message} onSent={() => setSent(sent + 1)} />}
      </Stack>
    </DrawerPart>
  )
}

function ReplyForm({ message, onSent }: { message: Message; onSent: () => void }) {
  const { errors, pending, onSubmit } = useToastAction(
    ({ message: text = '' }) =>
      messageCalls.reply.call({
        id: message._id,
        message: text,
        repliesRead: message.replies.length,
      }),
    onSent,
  )

  return (
    <Form wide errors={errors} onSubmit={onSubmit}>
      <TextAreaField
        label="Your reply"
        name="message"
        rows={6}
        maxLength={5000}
        hint={
          `Sent to ${message.email} as an email with our legal footer ` +
          `and reference ${message.reference}.`
        }
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Sending...">
          Send reply
        </Button>
      </FormActions>
    </Form>
  )
}
