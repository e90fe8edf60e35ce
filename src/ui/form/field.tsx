import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { warningCircleFill } from '../icons.ts'
import styles from './field.module.css'
import { useFieldError } from './form-errors.ts'

export type FieldText = {
  label: ReactNode
  /** Also the id, unless one is given, so that the error summary can link to it. */
  name: string
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  className: string
}

type FieldProps = FieldText & {
  /** A small control on the label's line: Show, Max. */
  action?: ReactNode
  /** Content below the control. */
  after?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Renders label, hint, error and control, in that order; every other field uses it. */
export function Field({
  label,
  name,
  id = name,
  hint,
  error,
  optional,
  action,
  after,
  children,
}: FieldProps) {
  const message = useFieldError(name)
  const wrong = error ?? message
  const describedBy = joinClasses(
    hint ? `${id}-hint` : null,
    wrong && `${id}-error`,
    after ? `${id}-after` : null,
  )

  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <label htmlFor={id}>
          {label}
          {optional && <span className={styles.optional}> (optional)</span>}
        </label>
        {action}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && <FieldMessage id={`${id}-error`}>{wrong}</FieldMessage>}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': wrong ? true : undefined,
        className: styles.input ?? '',
      })}
      {after && (
        <div className={styles.after} id={`${id}-after`}>
          {after}
        </div>
      )}
    </div>
  )
}

/** Renders an error at its field. */
export function FieldMessage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.message} id={id}>
      <Icon glyph={warningCircleFill} />
      <span>
        <span className="visually-hidden">Error: </span>
        {children}
      </span>
    </p>
  )
}
