import type { ComponentProps } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { caretDown } from '../icons.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './select-field.module.css'

export type Option = { value: string; label: string }

type Own = FieldText & {
  options: readonly Option[]
  /** The first, empty option: 'Choose a country'. */
  placeholder?: string | undefined
}

/**
 * Renders one choice among many in the browser's own list, which works on every phone and screen
 * reader.
 */
export function SelectField(props: Own & Omit<ComponentProps<'select'>, keyof Own>) {
  const { label, name, id, hint, error, optional, options, placeholder, ...select } = props
  const start =
    select.value === undefined && select.defaultValue === undefined ? { defaultValue: '' } : {}

  return (
    <Field {...{ label, name, id, hint, error, optional }}>
      {(control) => (
        <div className={styles.frame}>
          <select
            {...start}
            {...select}
            {...control}
            name={name}
            className={joinClasses(control.className, styles.select)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon glyph={caretDown} className={styles.caret} />
        </div>
      )}
    </Field>
  )
}
