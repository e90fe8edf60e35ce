import { StaffFileLink } from '#modules/approvals/components/staff-file-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import type { Message } from './message-calls.tsx'
import { formatMessageKind } from './message-labels.tsx'

const buildReplyHref = ({ email, subject }: Pick<Message, 'email' | 'subject'>) =>
  `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`

/** Displays the text of a message and its sender's details. */
export const MessageText = ({ message }: { message: Message }) => (
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
          <StaffFileLink path={message.cv.path} otherwise="Your role can’t open the CV.">
            Download the CV
          </StaffFileLink>{' '}
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
