import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Currency, SCALE } from '#lib/money.ts'
import { findAmountProblem, parsePlainAmount, tidyAmount } from '#lib/typed-amount.ts'
import { joinClasses } from '../classes.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './money-field.module.css'

type Own = FieldText & {
  /** The field's text when the caller controls it; else `defaultValue` initialises it. */
  value?: string | undefined
  defaultValue?: string | undefined
  /** Called with the text as typed; `parsePlainAmount` parses it. */
  onChange?: ((typed: string) => void) | undefined
  /** Receives the plain number when the field is left, empty where the text is no amount. */
  onLeave?: ((plain: string) => void) | undefined
  /** Decides the decimals, and the dollar sign before the amount. */
  currency?: Currency | undefined
  prefix?: string | undefined
  suffix?: string | undefined
  decimals?: number | undefined
  action?: ReactNode
  after?: ReactNode
}
type Props = Own & Omit<ComponentProps<'input'>, keyof Own>

/**
 * Renders a field for an amount of money: it accepts `1,000.50`, formats on blur, and submits the
 * plain number under its name. An amount with too many decimals is rejected, never rounded.
 */
export function MoneyField(props: Props) {
  const { label, name, id, hint, error, optional, action, after, ...more } = props
  const { value, defaultValue = '', onChange, onLeave, currency = 'USD', ...rest } = more
  const { prefix = currency === 'USD' ? '$' : '', suffix, ...format } = rest
  const { decimals = SCALE[currency], ...input } = format

  const [own, setOwn] = useState(defaultValue)
  const [left, setLeft] = useState(false)
  const text = value ?? own
  const problem = findAmountProblem(text, decimals)

  const control = useRef<HTMLInputElement>(null)
  useEffect(() => control.current?.setCustomValidity(problem ?? ''), [problem])

  const change = (typed: string) => {
    setOwn(typed)
    setLeft(false)
    onChange?.(typed)
  }
  const leave = () => {
    if (text) change(tidyAmount(text, decimals))
    setLeft(true)
    onLeave?.(problem === null ? (parsePlainAmount(text) ?? '') : '')
  }

  return (
    <Field
      {...{ label, name, id, hint, optional, action, after }}
      error={error ?? (left && problem ? problem : undefined)}
    >
      {(field) => (
        <div className={styles.frame}>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...field}
            ref={control}
            data-field={name}
            data-money={currency}
            className={joinClasses(field.className, styles.input, prefix && styles.prefixed)}
            value={text}
            onChange={(event) => change(event.target.value)}
            onBlur={leave}
          />
          {suffix && <span className={styles.suffix}>{suffix}</span>}
          <input type="hidden" name={name} value={parsePlainAmount(text) ?? text} />
        </div>
      )}
    </Field>
  )
}
