import { type ComponentProps, type ReactNode, useState } from 'react'
import { joinClasses } from '../classes.ts'
import { ErrorSummary } from './error-summary.tsx'
import { listFieldProblems } from './field-problems.ts'
import styles from './form.module.css'
import { type FormError, FormErrorsContext } from './form-errors.ts'

const NONE: readonly FormError[] = []

type Props = ComponentProps<'form'> & {
  /** Shown above the form, at each named field and in the page's title. */
  errors?: readonly FormError[] | undefined
  /** As wide as its container, for fields that aren't lines of text. */
  wide?: boolean
}

/**
 * Renders a form in one column. The server validates, so the browser's own messages are off. An
 * amount that a field can't parse exactly shows an error at the field and is never sent.
 */
export function Form({ errors = NONE, wide, className, children, onSubmit, ...rest }: Props) {
  const [invalidFields, setInvalidFields] = useState(NONE)
  const shown = invalidFields.length > 0 ? invalidFields : errors

  const submit: Props['onSubmit'] = (event) => {
    const problems = listFieldProblems(event.currentTarget)
    setInvalidFields(problems)

    if (problems.length > 0) event.preventDefault()
    else onSubmit?.(event)
  }

  return (
    <FormErrorsContext value={shown}>
      <form
        noValidate
        {...rest}
        onSubmit={submit}
        className={joinClasses(styles.form, wide && styles.wide, className)}
      >
        <ErrorSummary errors={shown} />
        {children}
      </form>
    </FormErrorsContext>
  )
}

/** Renders the buttons below a form; on phones the first takes the full width. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Renders two short fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
