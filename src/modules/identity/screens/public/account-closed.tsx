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
              title: 'You’re logged out everywhere',
              note:
                'Your password, login history and unused withdrawal addresses are erased. Only ' +
                'staff who answer authorities can read what we retain of your name, email ' +
                'address, phone number and country.',
              state: 'done',
            },
            {
              title: 'We email you a confirmation',
              note: 'Within a few minutes, with what we erased, what we retain and for how long.',
              state: 'now',
            },
            {
              title: 'The rest of your personal data is erased',
              note:
                'Name and contact details that we retain, emails, proofs of payment, answers ' +
                'and identity documents, each when its retention period ends. Ledger entries, ' +
                'deposits and withdrawals remain under an anonymous number; the audit log can’t ' +
                'be changed.',
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
