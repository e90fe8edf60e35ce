import { PageTitle } from '#app-ui/page-title.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Confirmation } from '#ui/layout/confirmation.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { useReference } from '../../components/use-reference.tsx'

/** Confirms a changed password; its address can be opened again. */
export default function PasswordChanged() {
  return (
    <>
      <PageTitle>Password changed</PageTitle>
      <Confirmation
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Your password is changed"
        lead="Use your new password the next time you log in."
        reference={useReference()}
        next={
          <Timeline
            steps={[
              {
                title: 'You’re logged out on all other devices',
                note: 'This device stays logged in. Withdrawals aren’t affected.',
                state: 'done',
              },
              {
                title: 'We email you a confirmation',
                note:
                  'Within a few minutes. If you didn’t change your password, the email has a ' +
                  'link that locks your account.',
                state: 'now',
              },
            ]}
          />
        }
        actions={
          <>
            <ButtonLink to="/dashboard" variant="primary">
              Back to dashboard
            </ButtonLink>
            <ButtonLink to="/dashboard/security">Review your security settings</ButtonLink>
          </>
        }
      />
    </>
  )
}
