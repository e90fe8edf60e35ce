import type { ComponentProps } from 'react'
import { joinClasses } from '../classes.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './file-field.module.css'

/**
 * Renders the browser's own file button, for forms that work without a script and for a file that
 * fills another field; elsewhere use `FileDrop`.
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
