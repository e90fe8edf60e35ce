import { ButtonLink } from '#ui/actions/button.tsx'
import { Reference } from '#ui/layout/confirmation.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { AuthPage } from '../../components/auth-page.tsx'
import { useReference } from '../../components/use-reference.tsx'

/** Confirms a closed account; its address can be opened again. */
export default function AccountClosed() {
  const reference = useReference()

  return (
    <AuthPage title="Your account is closed" lead="Thanks for being a member.">
      <Stack>
        <Timeline
          steps={[
            {
              title: 'Your personal details are erased',
              note: 'Your name, email address, phone number, country and withdrawal addresses. You’re logged out everywhere.',
              state: 'done',
            },
            {
              title: 'We email you a confirmation',
              note: 'Within a few minutes. It lists what we erased and what we retain.',
              state: 'now',
            },
            {
              title: 'Proofs of payment and emails are erased',
              note: 'When their retention period ends. Ledger entries remain under an anonymous number.',
              state: 'todo',
            },
          ]}
        />
        {reference && <Reference value={reference} />}
        <ButtonLink to="/" block>
          Go to the home page
        </ButtonLink>
      </Stack>
    </AuthPage>
  )
}
