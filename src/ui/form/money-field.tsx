import { type ComponentProps, useState } from 'react'
import { joinClasses } from '../classes.ts'
import { parsePlainAmount, tidyAmount } from './amount-text.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './money-field.module.css'

type Own = FieldText & {
  /** The field's text when the caller keeps it; else `defaultValue` starts it. */
  value?: string | undefined
  defaultValue?: string | undefined
  /** Gives the text as typed; `parsePlainAmount` reads it. */
  onChange?: ((typed: string) => void) | undefined
  prefix?: string | undefined
  suffix?: string | undefined
  decimals?: number | undefined
  action?: React.ReactNode
  after?: React.ReactNode
}

/**
 * An amount of money: takes `1,000.50`, tidies on leaving, and submits the plain number under its
 * name.
 */
export function MoneyField(props: Own & Omit<ComponentProps<'input'>, keyof Own>) {
  const { label, name, id, hint, error, optional, action, after, ...more } = props
  const { value, defaultValue = '', onChange, prefix = '$', suffix, decimals = 2, ...input } = more
  const [own, setOwn] = useState(defaultValue)
  const text = value ?? own
  const change = (typed: string) => {
    setOwn(typed)
    onChange?.(typed)
  }

  return (
    <Field {...{ label, name, id, hint, error, optional, action, after }}>
      {(control) => (
        <div className={styles.frame}>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...control}
            className={joinClasses(control.className, styles.input, prefix && styles.prefixed)}
            value={text}
            onChange={(event) => change(event.target.value)}
            onBlur={() => text && change(tidyAmount(text, decimals))}
          />
          {suffix && <span className={styles.suffix}>{suffix}</span>}
          <input type="hidden" name={name} value={parsePlainAmount(text) ?? text} />
        </div>
      )}
    </Field>
  )
}
