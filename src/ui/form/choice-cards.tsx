import { type ReactNode, useState } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { checkBold } from '../icons.ts'
import styles from './choice-cards.module.css'
import { FieldMessage } from './field.tsx'
import { useFieldError } from './form-errors.ts'

export type Choice<Value extends string> = {
  value: Value
  label: string
  hint?: ReactNode
  /** A glyph of `#ui/icons.ts`, or letters. */
  logo?: { glyph: string } | { text: string } | undefined
}

type Props<Value extends string> = {
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  hint?: ReactNode
  error?: string | undefined
  hideLegend?: boolean
  /** At most two side by side, for choices with more text. */
  roomy?: boolean
  /** The glyph of a card: that of a radio button, or a check box where the product calls for it. */
  glyph?: 'radio' | 'box'
}

/**
 * Renders a few choices as large cards, each with its logo and a glyph that marks the chosen one; a
 * choice is announced.
 */
export function ChoiceCards<Value extends string>(props: Props<Value>) {
  const { legend, name, choices, value, onChange, hint, error, hideLegend, roomy } = props
  const { glyph = 'radio' } = props
  const message = useFieldError(name)
  const wrong = error ?? message
  const [chosen, setChosen] = useState<Choice<Value>>()

  return (
    <fieldset
      className={wrong && styles.wrong}
      aria-describedby={wrong ? `${name}-error` : undefined}
    >
      <legend className={joinClasses(styles.legend, hideLegend && 'visually-hidden')}>
        {legend}
      </legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {wrong && <FieldMessage id={`${name}-error`}>{wrong}</FieldMessage>}
      <div className={joinClasses(styles.cards, roomy && styles.roomy)}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.card}>
            <input
              type="radio"
              id={index === 0 ? name : undefined}
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => {
                onChange(choice.value)
                setChosen(choice)
              }}
            />
            {choice.logo && <Logo logo={choice.logo} />}
            <span className={styles.text}>
              <b>{choice.label}</b>
              {choice.hint && <small>{choice.hint}</small>}
            </span>
            <span className={glyph === 'box' ? styles.box : styles.radio} aria-hidden="true">
              {glyph === 'box' && <Icon glyph={checkBold} />}
            </span>
          </label>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {chosen && `${chosen.label} selected`}
      </p>
    </fieldset>
  )
}

function Logo({ logo }: { logo: { glyph: string } | { text: string } }) {
  return (
    <span className={styles.logo} aria-hidden="true">
      {'glyph' in logo ? <Icon glyph={logo.glyph} /> : logo.text}
    </span>
  )
}
