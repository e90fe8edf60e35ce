import { useSearchParams } from 'react-router'
import { isDay } from '#lib/dates.ts'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import {
  computePresetPeriod,
  isBackwards,
  PERIOD_ORDER_MESSAGE,
  type Period,
  PRESETS,
  type Preset,
} from '../model.ts'
import styles from './statement.module.css'

const LABELS: Record<Preset, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
}
const ANY = 'any'

const isPreset = (text: string | null): text is Preset => PRESETS.some((preset) => preset === text)

/**
 * Returns the period in the address: a preset by name, any other by its days. Undefined until today
 * is known.
 */
export function usePeriod(today: string | undefined) {
  const [search, setSearch] = useSearchParams()
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const any = isDay(from) && isDay(to)
  const named = search.get('period')
  const preset = any ? null : isPreset(named) ? named : PRESETS[0]
  const period: Period | undefined = any
    ? { from, to }
    : preset && today
      ? computePresetPeriod(preset, today)
      : undefined

  const updateSearch = (next: Record<string, string>) =>
    setSearch(next, { replace: true, preventScrollReset: true })

  return {
    preset,
    period,
    choosePreset: (next: Preset) => updateSearch({ period: next }),
    chooseDays: (next: Period) => updateSearch(next),
  }
}

type Props = ReturnType<typeof usePeriod> & {
  today: string | undefined
  joined: string | undefined
}

/** Chooses a period by name, or by its first and last day. */
export function ChoosePeriod({ preset, period, choosePreset, chooseDays, today, joined }: Props) {
  const isBeforeJoining = (one: Preset) =>
    Boolean(today && joined && computePresetPeriod(one, today).to < joined)
  const createDayHandler =
    (field: keyof Period) => (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      if (period && isDay(value)) chooseDays({ ...period, [field]: value })
    }

  return (
    <div className={styles.choice}>
      <SelectField
        label="Period"
        name="period"
        value={preset ?? ANY}
        options={[
          ...PRESETS.filter((value) => value === preset || !isBeforeJoining(value)).map(
            (value) => ({
              value,
              label: LABELS[value],
            }),
          ),
          { value: ANY, label: 'Custom' },
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (isPreset(value)) choosePreset(value)
          else if (period) chooseDays(period)
        }}
      />
      <TextField
        label="From"
        name="from"
        type="date"
        min={joined}
        max={today}
        key={`from ${period?.from}`}
        defaultValue={period?.from}
        onBlur={createDayHandler('from')}
        onKeyDown={(event) => event.key === 'Enter' && createDayHandler('from')(event)}
      />
      <TextField
        label="To"
        name="to"
        type="date"
        min={joined}
        error={period && isBackwards(period) ? PERIOD_ORDER_MESSAGE : undefined}
        max={today}
        key={`to ${period?.to}`}
        defaultValue={period?.to}
        onBlur={createDayHandler('to')}
        onKeyDown={(event) => event.key === 'Enter' && createDayHandler('to')(event)}
      />
    </div>
  )
}
