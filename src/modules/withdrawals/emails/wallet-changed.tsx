import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

type Change = { coin: string; address: string }

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your wallet addresses were changed',
  element: (
    <MailLayout context={context} preview="If this was not you, act now.">
      <MailText>The addresses that your withdrawals are paid to were changed.</MailText>
      <MailFacts
        facts={(data.changes as Change[]).map(({ coin, address }) => [coin, address || 'removed'])}
      />
      {typeof data.usableFrom === 'string' && (
        <MailText>A new address can be paid to from {data.usableFrom} on.</MailText>
      )}
      <MailText>If this was not you, please change your password and write to us at once.</MailText>
      <MailButton href={`${context.publicUrl}/dashboard/update-wallet`}>See your addresses</MailButton>
    </MailLayout>
  ),
})
