import { ButtonLink } from '#ui/actions/button.tsx'
import { trayArrowUp } from '#ui/icons.ts'
import { Grid, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Stepper } from '#ui/status/stepper.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { sampleSteps } from './sample.ts'

const TONES = ['ok', 'wait', 'bad', 'info', 'progress', 'neutral'] as const
const PLACES = [{ label: 'Plan', to: '/dev/ui' }, { label: 'Amount' }, { label: 'Send payment' }]

export function States() {
  return (
    <>
      <Stepper steps={PLACES} current={2} />
      <Grid>
        <Panel title="Tags">
          <Stack tight>
            {TONES.map((tone) => (
              <div key={tone}>
                <Tag tone={tone}>{tone}</Tag>
              </div>
            ))}
          </Stack>
        </Panel>
        <Panel title="Timeline">
          <Timeline steps={sampleSteps} />
        </Panel>
        <Panel title="Callouts">
          <Stack tight>
            <Callout title="Your money is at risk.">You may get back less than you invest.</Callout>
            <Callout tone="error">Not sent. Your balance hasn’t changed.</Callout>
            <Callout tone="info">Prices were last updated at 10:46.</Callout>
            <Callout tone="done">Saved.</Callout>
          </Stack>
        </Panel>
        <Panel title="Loading" flush>
          <SkeletonLines />
        </Panel>
        <Panel flush>
          <EmptyState icon={trayArrowUp} action={<ButtonLink to="/dev">Next</ButtonLink>}>
            Nothing here yet.
          </EmptyState>
        </Panel>
      </Grid>
    </>
  )
}
