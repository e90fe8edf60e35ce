import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ApprovalKeysResetMail = { generation: number; reason: string; at: Date }

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'approval-keys-reset': ApprovalKeysResetMail
  }
}

/** Goes to all staff and to the addresses of alerts. */
export const mail: MailTemplate<'approval-keys-reset'> = ({ generation, reason, at }, context) => ({
  subject: 'All approval keys were ended',
  element: (
    <MailLayout
      forStaff
      context={context}
      preview="This was done with the login that owns the database."
    >
      <MailText>
        The owner of the database ended all approval keys. Nothing that needs a second admin can be
        approved until new keys are active.
      </MailText>
      <MailFacts
        facts={[
          ['Reason', reason],
          ['Time', formatUtcMinute(at)],
          ['Key generation', String(generation)],
        ]}
      />
      <MailText>
        The first two owners or finance admins who now add an approval key need no confirmation. In
        live mode their keys become active after seven days. Check in Security that only people you
        know added one.
      </MailText>
      <MailText>
        If you weren’t expecting this, contact the other admins and the owner of the database now.
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/security`}>
        View approval keys
      </MailButton>
    </MailLayout>
  ),
})
