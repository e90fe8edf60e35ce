import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Icon } from '../icon.tsx'
import { plus, x } from '../icons.ts'
import field from './field.module.css'
import styles from './pick-many.module.css'

export type PickOption = { value: string; label: string }

export type PickManyProps = {
  legend: string
  /** Submits the selected values under this name, separated by spaces. */
  name: string
  options: readonly PickOption[]
  defaultValue: readonly string[] | 'all'
  /** Label of a checkbox that selects everything and submits `all`; without it there is none. */
  everything?: string | undefined
  /** Label of the search field, such as 'Find a country'. */
  find: string
  /** Shown while nothing is selected. */
  none: string
  hint?: ReactNode
}

const MAX_FOUND = 8

type PickListProps = Pick<PickManyProps, 'name' | 'options' | 'find' | 'none'> & {
  picked: readonly string[]
  onPick: (picked: readonly string[]) => void
  wrong: boolean
}

/** Renders the search field and the options of a choice of several. */
export function PickList({ name, options, find, none, picked, onPick, wrong }: PickListProps) {
  const [typed, setTyped] = useState('')
  const found = findOptions(options, picked, typed)
  const getOptionLabel = (value: string) =>
    options.find((one) => one.value === value)?.label ?? value
  const updatePicked = (now: readonly string[]) => {
    onPick(now)
    setTyped('')
    document.getElementById(name)?.focus()
  }

  const add = (value: string) => updatePicked([...picked, value])
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (found[0]) add(found[0].value)
  }

  return (
    <>
      <ul className={styles.chips} aria-label="Selected">
        {picked.map((value) => (
          <li key={value}>
            <button
              type="button"
              aria-label={`Remove ${getOptionLabel(value)}`}
              onClick={() => updatePicked(picked.filter((one) => one !== value))}
            >
              {getOptionLabel(value)} <Icon glyph={x} />
            </button>
          </li>
        ))}
        {picked.length === 0 && <li className="muted">{none}</li>}
      </ul>
      <label htmlFor={name} className={styles.find}>
        {find}
      </label>
      <input
        type="text"
        id={name}
        className={field.input}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onKeyDown={handleKeyDown}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${name}-error` : undefined}
      />
      {found.length > 0 && (
        <ul className={styles.found}>
          {found.map(({ value, label }) => (
            <li key={value}>
              <button type="button" aria-label={`Add ${label}`} onClick={() => add(value)}>
                <Icon glyph={plus} /> {label}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={found.length > 0 || !typed ? 'visually-hidden' : 'muted small'}>
        {typed && (found.length > 0 ? `${found.length} found` : 'No matches')}
      </p>
    </>
  )
}

/**
 * Returns the unselected options whose label or value starts with the text, then those with a later
 * word that does.
 */
function findOptions(options: readonly PickOption[], picked: readonly string[], typed: string) {
  const typedText = typed.trim().toLowerCase()
  if (typedText === '') return []

  const left = options.filter(({ value }) => !picked.includes(value))
  const isPrefixMatch = ({ label, value }: PickOption) =>
    label.toLowerCase().startsWith(typedText) || value.toLowerCase() === typedText
  const isLaterWordMatch = (one: PickOption) =>
    !isPrefixMatch(one) && one.label.toLowerCase().includes(` ${typedText}`)

  return [...left.filter(isPrefixMatch), ...left.filter(isLaterWordMatch)].slice(0, MAX_FOUND)
}
