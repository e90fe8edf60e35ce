import { type ReactNode, useEffect, useState } from 'react'
import { tidyAmount } from '#lib/typed-amount.ts'
import { Button } from '../actions/button.tsx'
import { joinClasses } from '../classes.ts'
import { MoneyField } from '../form/money-field.tsx'
import { SelectField } from '../form/select-field.tsx'
import { TextField } from '../form/text-field.tsx'
import styles from './filters.module.css'
import type { FilterSelection } from './filters.ts'

const ANY = ''

/** A filter with its name in the query string: a choice, or an amount of dollars. */
export type FilterField = ChoiceField | AmountField

export type ChoiceField = {
  id: string
  label: string
  /** Undefined while they load: any value is accepted until then. */
  options: readonly { value: string; label: string }[] | undefined
  /** Chosen elsewhere on the page, such as by tabs. */
  elsewhere?: boolean
  /** Shown with 'More filters'. */
  more?: boolean
}

type AmountField = { id: string; label: string; amount: true; more?: boolean; elsewhere?: false }

type Props = {
  fields: readonly FilterField[]
  chosen: FilterSelection
  onChoose: (change: FilterSelection) => void
  /** Next to the buttons of the bar: saved views. */
  children?: ReactNode
}

/** Renders the filters of a list: choices, a date range and, on request, further ones. */
export function FilterBar({ fields, chosen, onChoose, children }: Props) {
  const shown = fields.filter(({ elsewhere }) => !elsewhere)
  const further = shown.filter(({ more }) => more)
  const here = Object.keys(chosen).filter(
    (id) => !fields.some((one) => one.elsewhere && one.id === id),
  )
  const cleared = Object.fromEntries(here.map((id) => [id, '']))
  const [open, setOpen] = useState(further.some(({ id }) => chosen[id]))
  const render = (field: FilterField) => (
    <FilterInput key={field.id} field={field} value={chosen[field.id] ?? ANY} onChoose={onChoose} />
  )

  return (
    <div
      className={joinClasses(styles.bar, further.length > 0 && styles.many)}
      data-folded={(further.length > 0 && !open) || undefined}
    >
      {shown.filter(({ more }) => !more).map(render)}
      {(['from', 'to'] as const).map((id) => (
        <TextField
          key={id}
          label={id === 'from' ? 'From' : 'To'}
          name={id}
          type="date"
          value={chosen[id] ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose({ [id]: value })}
        />
      ))}
      {open && further.map(render)}
      {(further.length > 0 || here.length > 0 || children) && (
        <div className={styles.buttons}>
          {further.length > 0 && (
            <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Fewer filters' : 'More filters'}
            </Button>
          )}
          {children}
          {here.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => onChoose(cleared)}>
              Clear filters
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type InputProps = { field: FilterField; value: string; onChoose: Props['onChoose'] }

function FilterInput({ field, value, onChoose }: InputProps) {
  const { id, label } = field
  if ('amount' in field) return <AmountInput {...{ id, label, value, onChoose }} />

  return (
    <SelectField
      label={label}
      name={id}
      value={value}
      options={[{ value: ANY, label: 'All' }, ...(field.options ?? [])]}
      onChange={({ currentTarget }) => onChoose({ [id]: currentTarget.value })}
    />
  )
}

type AmountProps = { id: string; label: string; value: string; onChoose: Props['onChoose'] }

/** A filter by an amount: it applies when the field is left or Enter is pressed. */
function AmountInput({ id, label, value, onChoose }: AmountProps) {
  const [typed, setTyped] = useState(tidyAmount(value))
  useEffect(() => setTyped(tidyAmount(value)), [value])

  return (
    <MoneyField
      label={label}
      name={id}
      value={typed}
      onChange={setTyped}
      onLeave={(plain) => plain !== value && onChoose({ [id]: plain })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
