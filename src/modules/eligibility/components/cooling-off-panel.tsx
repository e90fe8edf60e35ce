import { useButtonAction } from '#app-ui/use-toast-action.tsx'
import { formatUtcMinute } from '#lib/dates.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { formatCoolingOff } from '../model.ts'
import { eligibilityCalls, type MyEligibility } from './calls.tsx'
import { OpenStepTag } from './open-step-tag.tsx'

type CoolingOff = NonNullable<MyEligibility['coolingOff']>

/** Starts the wait before the first investment, and shows its end. */
export function CoolingOffPanel({
  coolingOff: { hours, until, isOver },
  checklist,
}: {
  coolingOff: CoolingOff
  checklist: MyEligibility['checklist']
}) {
  const begin = useButtonAction(async () => await eligibilityCalls.beginCoolingOff.call({}))

  return (
    <Panel
      id="cooling-off"
      title="Cooling-off"
      aside={
        isOver ? (
          <Tag tone="ok">Completed</Tag>
        ) : until ? (
          <Tag tone="progress">Waiting</Tag>
        ) : (
          <OpenStepTag checklist={checklist} kind="cooling_off_start" />
        )
      }
    >
      <Stack tight>
        {isOver ? (
          <p>Your cooling-off period is over. You can invest when the other steps are done.</p>
        ) : (
          <p>{formatCoolingOff(hours)}</p>
        )}
        {until && !isOver && (
          <p>
            Your cooling-off period ends on <b>{formatUtcMinute(until)}</b>.
          </p>
        )}
        {!until && !isOver && (
          <FormActions>
            <Button variant="primary" pending={begin.pending} onClick={() => void begin.press()}>
              Start cooling-off
            </Button>
          </FormActions>
        )}
      </Stack>
    </Panel>
  )
}
