import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './checkbox-field.module.css'
import { FieldMessage } from './field.tsx'
import { useFieldError } from './form-errors.ts'

type Own = {
  label: ReactNode
  name: string
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
}

/** Renders a checkbox. Consent always starts unticked. */
export function CheckboxField(props: Own & Omit<ComponentProps<'input'>, keyof Own>) {
  const { label, name, id = name, hint, error, ...input } = props
  const message = useFieldError(name)
  const wrong = error ?? message
  const describedBy = joinClasses(hint ? `${id}-hint` : null, wrong && `${id}-error`)

  return (
    <div className={joinClasses(wrong && styles.wrong)}>
      {wrong && <FieldMessage id={`${id}-error`}>{wrong}</FieldMessage>}
      <div className={styles.line}>
        <input
          {...input}
          type="checkbox"
          id={id}
          name={name}
          aria-describedby={describedBy || undefined}
          aria-invalid={wrong ? true : undefined}
        />
        <div>
          <label htmlFor={id}>{label}</label>
          {hint && (
            <p className={styles.hint} id={`${id}-hint`}>
              {hint}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
