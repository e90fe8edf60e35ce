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
  subject: 'New login to your account',
  element: (
    <MailLayout context={context} preview="From a device we haven’t seen before.">
      <MailText>We noticed a login to your account from a new device.</MailText>
      <MailFacts
        facts={[
          ['Device', data.device],
          ['IP address', data.address],
          ['Time', formatUtcMinute(data.at)],
        ]}
      />
      <MailText>If this was you, no action is needed.</MailText>
      <MailText>
        {data.staff
          ? 'Not you? Lock your access to the back office now. We’ll log you out everywhere and ' +
            'email you a link to set a new password.'
          : 'Not you? Lock your account now. We’ll log you out everywhere, pause withdrawals and ' +
            'email you a link to set a new password.'}
      </MailText>
      <MailButton href={data.link}>This wasn’t me</MailButton>
    </MailLayout>
  ),
})
