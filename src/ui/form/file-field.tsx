import type { ComponentProps } from 'react'
import { joinClasses } from '../classes.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './file-field.module.css'

/**
 * One file by the browser's own button, where a form has to work without a script; elsewhere
 * `FileDrop`.
 */
export function FileField(
  props: FieldText & Omit<ComponentProps<'input'>, keyof FieldText | 'type'>,
) {
  const { label, name, id, hint, error, optional, ...input } = props
  return (
    <Field {...{ label, name, id, hint, error, optional }}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="file"
          name={name}
          className={joinClasses(control.className, styles.file)}
        />
      )}
    </Field>
  )
}
