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
  subject: 'Your profile was changed',
  element: (
    <MailLayout context={context} preview="The changed fields are inside.">
      <MailText>Changed: {data.fields.join(', ')}.</MailText>
      <MailText>If this was not you, change your password: it ends every other session.</MailText>
      <MailButton href={`${context.publicUrl}/dashboard/user-profile`}>See your profile</MailButton>
    </MailLayout>
  ),
})
