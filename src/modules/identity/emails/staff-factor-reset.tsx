import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

/** Goes to everyone of the staff: whose second factor is taken away is seen by all. */
export const mail: MailTemplate = (data, context) => ({
  subject: data.own
    ? 'Your second factor is about to be reset'
    : `The second factor of ${String(data.about)} is about to be reset`,
  element: (
    <MailLayout context={context} preview="If this is wrong, stop it before its time has come.">
      <MailText>
        {data.own
          ? 'Others of the staff have agreed that you have lost your second factor. It is ' +
            'taken away at the time below; then your password opens the Security page, where ' +
            'you set up a new one.'
          : `The staff has agreed that ${String(data.about)} has lost every second factor. ` +
            'They are taken away at the time below.'}
      </MailText>
      <MailFacts
        facts={[
          ['Agreed by', String(data.by)],
          ['Reason', String(data.reason)],
          ['Takes effect', formatUtcMinute(String(data.dueAt))],
        ]}
      />
      <MailText>
        {data.own
          ? 'If you haven’t lost it, log in with it before then: that stops the reset.'
          : 'If you know nothing of this, speak to them now. An owner can stop it until then.'}
      </MailText>
      <MailButton
        href={`${context.publicUrl}${data.own ? '/admin-login' : '/admin-dashboard/staff'}`}
      >
        {data.own ? 'Log in' : 'Look at the staff'}
      </MailButton>
    </MailLayout>
  ),
})
