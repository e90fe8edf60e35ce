import type { ComponentProps } from 'react'
import { joinClasses } from '../classes.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './text-field.module.css'

type Own = FieldText & { after?: React.ReactNode; action?: React.ReactNode }

/** Renders one line of text. Other props of `input` are passed on. */
export function TextField(props: Own & Omit<ComponentProps<'input'>, keyof Own>) {
  const { label, name, id, hint, error, optional, after, action, className, ...input } = props
  return (
    <Field {...{ label, name, id, hint, error, optional, after, action }}>
      {(control) => (
        <input
          {...input}
          {...control}
          name={name}
          className={joinClasses(control.className, className)}
        />
      )}
    </Field>
  )
}

/** Renders several lines of text. */
export function TextAreaField(props: Own & Omit<ComponentProps<'textarea'>, keyof Own>) {
  const { label, name, id, hint, error, optional, after, action, ...input } = props
  return (
    <Field {...{ label, name, id, hint, error, optional, after, action }}>
      {(control) => (
        <textarea
          rows={4}
          {...input}
          {...control}
          name={name}
          className={joinClasses(control.className, styles.area)}
        />
      )}
    </Field>
  )
}

/**
 * Renders a field for a code from an email or an authenticator: one input, so that pasting and
 * autofill work.
 */
export function CodeField({
  digits = 6,
  ...rest
}: { digits?: number } & ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      spellCheck={false}
      {...rest}
      className={styles.code}
      onInput={(event) => {
        const input = event.currentTarget
        const plain = input.value.replace(/\D/g, '').slice(0, digits)
        if (plain !== input.value) input.value = plain
        rest.onInput?.(event)
      }}
    />
  )
}
