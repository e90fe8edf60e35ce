import { MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your account is closed',
  element: (
    <MailLayout context={context} preview="What was erased, and what the law has us keep.">
      <MailText>
        {data.byStaff ? 'Our staff closed your account.' : 'As you asked, your account is closed.'}{' '}
        Your name, addresses, phone number and country were erased, and all sessions were ended.
      </MailText>
      {typeof data.reason === 'string' && <MailFacts facts={[['Reason', data.reason]]} />}
      <MailText>
        What was posted in the books stays there under a number that names nobody. The record of
        acts, which nobody can rewrite, keeps what was done and under which name. Proofs of payment
        and mails are erased once the time is over for which the law has us keep them.
      </MailText>
      <MailText>
        You can sign up again with this address at any time. Thank you for having been here.
      </MailText>
    </MailLayout>
  ),
})
