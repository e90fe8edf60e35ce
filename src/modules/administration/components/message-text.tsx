import { StaffFileLink } from '#modules/approvals/components/staff-file-link.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import type { Message } from './message-calls.tsx'
import { formatMessageKind } from './message-labels.tsx'

/** Displays a text in its paragraphs. */
export const Paragraphs = ({ text }: { text: string }) =>
  text.split(/\n+/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change order
    <p key={index} className="anywhere">
      {paragraph}
    </p>
  ))

/** Displays the text of a message and its sender's details. */
export const MessageText = ({ message }: { message: Message }) => (
  <>
    <DrawerPart title={formatMessageKind(message.kind)}>
      <Paragraphs text={message.message} />
      {message.cv && (
        <p>
          <StaffFileLink path={message.cv.path} otherwise="Your role can’t open the CV.">
            Download CV
          </StaffFileLink>{' '}
          <span className="meta muted">Uploaded by a visitor. Open with care.</span>
        </p>
      )}
    </DrawerPart>
    <DrawerPart title="From">
      <KeyValues
        rows={[
          { label: 'Name', value: message.name },
          { label: 'Email', value: <span className="anywhere">{message.email}</span> },
          { label: 'Phone', value: message.phone ?? 'Not given' },
          { label: 'Member', value: <Sender member={message.member} /> },
          { label: 'Reference', value: message.reference },
          { label: 'Received, UTC', value: <When at={message.receivedAt} timeZone="UTC" /> },
        ]}
      />
      {message.member && (
        <p className="meta muted">
          The member is found by the email address. Anyone can enter an address in the form.
        </p>
      )}
    </DrawerPart>
    {message.others.length > 0 && (
      <DrawerPart title="Other messages from this address">
        <KeyValues
          rows={message.others.map(({ _id, reference, subject, receivedAt }) => ({
            label: <When at={receivedAt} timeZone="UTC" />,
            value: (
              <TextLink to={`/admin-dashboard/messages?open=${_id}`}>
                {reference}: {subject}
              </TextLink>
            ),
          }))}
        />
      </DrawerPart>
    )}
  </>
)

const Sender = ({ member }: Pick<Message, 'member'>) =>
  member ? (
    <TextLink to={`/admin-dashboard/manage-user/${member._id}`}>{member.name}</TextLink>
  ) : (
    'No member has this address'
  )
