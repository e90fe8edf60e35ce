import { useButtonAction } from '#app-ui/use-toast-action.tsx'
import { formatUtcMinute } from '#lib/dates.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { eligibilityCalls, type MyEligibility } from './calls.tsx'

type CoolingOff = NonNullable<MyEligibility['coolingOff']>

/** Starts the wait before the first investment, and shows its end. */
export function CoolingOffPanel({
  coolingOff: { hours, until, isOver },
}: {
  coolingOff: CoolingOff
}) {
  const begin = useButtonAction(async () => await eligibilityCalls.beginCoolingOff.call({}))

  return (
    <Panel
      id="cooling-off"
      title="Cooling-off"
      aside={
        <Tag tone={isOver ? 'ok' : until ? 'progress' : 'wait'}>
          {isOver ? 'Over' : until ? 'Waiting' : 'To do'}
        </Tag>
      }
    >
      <Stack tight>
        <p>
          Before your first investment there are {hours} hours in which you can think again. Nothing
          happens automatically at the end, and you can always decide not to invest.
        </p>
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
