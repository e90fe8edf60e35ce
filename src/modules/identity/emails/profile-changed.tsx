import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ProfileChangedMail = {
  fields: readonly string[]
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'profile-changed': ProfileChangedMail
  }
}

export const mail: MailTemplate<'profile-changed'> = (data, context) => ({
  subject: 'Your profile was updated',
  element: (
    <MailLayout context={context} preview={`Updated: ${data.fields.join(', ')}.`}>
      <MailText>These details were updated: {data.fields.join(', ')}.</MailText>
      <MailText>
        If this wasn’t you, change your password. You’ll be logged out on all other devices.
      </MailText>
      <MailButton href={`${context.publicUrl}/dashboard/user-profile`}>View profile</MailButton>
    </MailLayout>
  ),
})
