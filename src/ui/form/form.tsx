import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { ErrorSummary } from './error-summary.tsx'
import styles from './form.module.css'
import { type FormError, FormErrorsContext } from './form-errors.ts'

const NONE: readonly FormError[] = []

type Props = ComponentProps<'form'> & {
  /** Shown above the form, at each named field and in the page's title. */
  errors?: readonly FormError[] | undefined
  /** As wide as what is around it, where the fields aren't lines of text. */
  wide?: boolean
}

/** A form in one column. The server decides what is valid, so the browser's own bubbles are off. */
export function Form({ errors = NONE, wide, className, children, ...rest }: Props) {
  return (
    <FormErrorsContext value={errors}>
      <form
        noValidate
        {...rest}
        className={joinClasses(styles.form, wide && styles.wide, className)}
      >
        <ErrorSummary errors={errors} />
        {children}
      </form>
    </FormErrorsContext>
  )
}

/** The buttons below a form; on phones the first takes the width. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Two short fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
