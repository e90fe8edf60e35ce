import { type ComponentProps, type ReactNode, useState } from 'react'
import { joinClasses } from '../classes.ts'
import { ErrorSummary } from './error-summary.tsx'
import { listFieldProblems } from './field-problems.ts'
import styles from './form.module.css'
import { type FormError, FormErrorsContext } from './form-errors.ts'
import { useUncorrected } from './use-uncorrected.ts'

const NONE: readonly FormError[] = []

type Props = ComponentProps<'form'> & {
  /** Shown above the form, at each named field and in the page's title. */
  errors?: readonly FormError[] | undefined
  /** As wide as its container, for fields that aren't lines of text. */
  wide?: boolean
}

/**
 * Renders a form in one column. The server validates, so the browser's own messages are off. An
 * amount that a field can't parse exactly shows an error at the field and is never sent. A field
 * loses its error as soon as its value changes.
 */
export function Form(props: Props) {
  const { errors = NONE, wide, className, children, onSubmit, onChange, ...rest } = props
  const [invalidFields, setInvalidFields] = useState(NONE)
  const failed = invalidFields.length > 0 ? invalidFields : errors
  const { uncorrected, rememberSubmitted, checkAgain } = useUncorrected(failed)

  const submit: Props['onSubmit'] = (event) => {
    const problems = listFieldProblems(event.currentTarget)
    setInvalidFields(problems)
    rememberSubmitted(event.currentTarget)

    if (problems.length > 0) event.preventDefault()
    else onSubmit?.(event)
  }

  return (
    <FormErrorsContext value={uncorrected}>
      <form
        noValidate
        {...rest}
        onSubmit={submit}
        onChange={(event) => {
          onChange?.(event)
          checkAgain()
        }}
        className={joinClasses(styles.form, wide && styles.wide, className)}
      >
        <ErrorSummary errors={uncorrected} failed={failed} />
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
