import { joinClasses } from '../classes.ts'
import styles from './segmented.module.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** The options share the full width. */
  block?: boolean
}

/** Renders a choice of one view among a few, applied at once. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  block,
}: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      className={joinClasses(styles.group, block && styles.block)}
      role="group"
      aria-label={label}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
