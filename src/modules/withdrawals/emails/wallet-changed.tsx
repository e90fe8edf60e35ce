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
      {typeof data.link === 'string' && (
        <>
          <MailText>
            If this was not you, press here at once: all sessions end, withdrawals rest for 24
            hours, and we mail you a link to a new password.
          </MailText>
          <MailButton href={data.link}>This was not me</MailButton>
        </>
      )}
      <MailButton href={`${context.publicUrl}/dashboard/update-wallet`}>
        See your addresses
      </MailButton>
    </MailLayout>
  ),
})
