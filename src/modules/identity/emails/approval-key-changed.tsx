import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ApprovalKeyChangedMail = {
  what: 'added' | 'confirmed' | 'ended'
  id: string
  about: string
  email: string
  by: string
  reason?: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'approval-key-changed': ApprovalKeyChangedMail
  }
}

const SUBJECTS = {
  added: (about: string) => `${about} added an approval key`,
  confirmed: (about: string) => `The approval key of ${about} was confirmed`,
  ended: (about: string) => `An approval key of ${about} was ended`,
} as const

/** Goes to all staff, so that no approval key appears unnoticed. */
export const mail: MailTemplate<'approval-key-changed'> = (data, context) => ({
  subject: SUBJECTS[data.what](data.about),
  element: (
    <MailLayout
      forStaff
      context={context}
      preview="We notify all staff when the keys that sign approvals change."
    >
      <MailText>{SUBJECTS[data.what](data.about)}.</MailText>
      <MailFacts
        facts={[
          ['By', data.by],
          ['Staff member', `${data.about}, ${data.email}`],
          ['Key', data.id],
          ...(data.reason ? [['Reason', data.reason] as [string, string]] : []),
        ]}
      />
      <MailText>
        An approval key signs what an admin approves. If {data.about} doesn’t know about this,
        contact an owner now.
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/staff`}>View staff</MailButton>
    </MailLayout>
  ),
})
