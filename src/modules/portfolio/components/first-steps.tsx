import { ButtonLink } from '#ui/actions/button.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Timeline } from '#ui/status/timeline.tsx'

/** Shows a new member the first steps. */
export const FirstSteps = () => (
  <Panel
    title="Your first step"
    foot={<span>Nothing is in your account yet, and nothing is taken from you by looking.</span>}
  >
    <Stack>
      <Timeline
        steps={[
          {
            title: 'Choose a plan and an amount',
            note:
              'Each plan states its term, its target, the basis of the target and its risks. ' +
              'You can lose money.',
            state: 'now',
          },
          {
            title: 'Send the payment and upload the proof',
            note: 'You are shown the address, the exact amount and how long the rate is held.',
            state: 'todo',
          },
          {
            title: 'We check it and post it to your balance',
            note:
              'You get an e-mail and a ledger number, and every figure here opens to its ' +
              'entries.',
            state: 'todo',
          },
        ]}
      />
      <p>
        <ButtonLink to="/dashboard/deposit" variant="primary">
          See our packages
        </ButtonLink>
      </p>
    </Stack>
  </Panel>
)
