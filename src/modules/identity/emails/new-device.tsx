import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type NewDeviceMail = {
  device: string
  address: string
  staff: boolean
  at: Date
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'new-device': NewDeviceMail
  }
}

export const mail: MailTemplate<'new-device'> = (data, context) => ({
  subject: 'New sign-in to your account',
  element: (
    <MailLayout context={context} preview="From a device that we have not seen before.">
      <MailText>
        Someone signed in to your account from a device that we have not seen before.
      </MailText>
      <MailFacts
        facts={[
          ['Device', data.device],
          ['Address', data.address],
          ['When', formatUtcMinute(data.at)],
        ]}
      />
      <MailText>If it was you, you need not do anything.</MailText>
      <MailText>
        {data.staff
          ? 'If it wasn’t, press the button: all sessions end at once, and your access to the ' +
            'back office is blocked until you have set a new password with a link that we ' +
            'mail you.'
          : 'If it wasn’t, press the button: all sessions end at once, and sign-in and ' +
            'withdrawals are blocked until you have set a new password with a link that we ' +
            'mail you.'}
      </MailText>
      <MailButton href={data.link}>This wasn’t me</MailButton>
    </MailLayout>
  ),
})
