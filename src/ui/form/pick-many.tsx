import { useState } from 'react'
import { joinClasses } from '../classes.ts'
import { CheckboxField } from './checkbox-field.tsx'
import field from './field.module.css'
import { FieldMessage } from './field.tsx'
import { useFieldError } from './form-errors.ts'
import styles from './pick-many.module.css'
import { PickList, type PickManyProps } from './pick-many-list.tsx'

/**
 * Renders a multiple choice among many options: type to find one, press or Enter to add, press to
 * remove.
 */
export function PickMany({
  legend,
  name,
  options,
  defaultValue,
  everything,
  find,
  none,
  hint,
}: PickManyProps) {
  const [all, setAll] = useState(defaultValue === 'all')
  const [picked, setPicked] = useState<readonly string[]>(
    defaultValue === 'all' ? [] : defaultValue,
  )
  const wrong = useFieldError(name)

  return (
    <fieldset className={joinClasses(styles.set, wrong && field.wrong)}>
      <legend className={styles.legend}>{legend}</legend>
      {hint && <p className={field.hint}>{hint}</p>}
      {wrong && <FieldMessage id={`${name}-error`}>{wrong}</FieldMessage>}
      <input type="hidden" name={name} value={all ? 'all' : picked.join(' ')} />
      {everything && (
        <CheckboxField
          label={everything}
          name={`${name}-all`}
          checked={all}
          onChange={({ currentTarget: { checked } }) => setAll(checked)}
        />
      )}
      {!all && (
        <PickList
          {...{ name, options, find, none, picked }}
          onPick={setPicked}
          wrong={Boolean(wrong)}
        />
      )}
    </fieldset>
  )
}
