import { ButtonLink } from '#ui/actions/button.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Timeline } from '#ui/status/timeline.tsx'

/** Shows a new member the first steps. */
export const FirstSteps = () => (
  <Panel title="Get started">
    <Stack>
      <Timeline
        steps={[
          {
            title: 'Choose a plan and an amount',
            note: 'Compare terms, targets and risks. You can lose money.',
            state: 'now',
          },
          {
            title: 'Send the payment and upload your proof',
            note: 'You’ll see the address, the exact amount and when the rate expires.',
            state: 'todo',
          },
          {
            title: 'We confirm it and credit your account',
            note: 'We’ll email you. Every figure on this page opens to its ledger entries.',
            state: 'todo',
          },
        ]}
      />
      <p>
        <ButtonLink to="/dashboard/deposit" variant="primary">
          View plans
        </ButtonLink>
      </p>
    </Stack>
  </Panel>
)
