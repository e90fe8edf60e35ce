import type { OwnPosition } from '#modules/plans/components/calls.tsx'
import { formatPlanName } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import styles from './source-positions.module.css'

type Props = {
  positions: readonly OwnPosition[]
  /** In the order in which they were ticked. */
  picked: readonly string[]
  onPick: (picked: string[]) => void
}

/** The choice of positions for the amount that cash doesn't cover, by default the newest first. */
export function SourcePositions({ positions, picked, onPick }: Props) {
  const toggle = (id: string, on: boolean) =>
    onPick(on ? [...picked, id] : picked.filter((other) => other !== id))
  return (
    <fieldset className={styles.set}>
      <legend>Withdraw from</legend>
      <p className={styles.hint}>
        Cash is used first, then your newest investment unless you choose others.
      </p>
      {positions.map((position) => (
        <CheckboxField
          key={position._id}
          name={position._id}
          checked={picked.includes(position._id)}
          onChange={(event) => toggle(position._id, event.target.checked)}
          label={
            <>
              {formatPlanName(position.plan)}, <Money amount={position.remaining} />
            </>
          }
          hint={
            <>
              Opened <CalendarDay day={position.openedOn} />, matures{' '}
              <CalendarDay day={position.maturesOn} />
            </>
          }
        />
      ))}
    </fieldset>
  )
}
