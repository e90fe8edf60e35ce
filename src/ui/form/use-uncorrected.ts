import { useLayoutEffect, useRef, useState } from 'react'
import { listFieldProblems } from './field-problems.ts'
import type { FormError } from './form-errors.ts'

type Values = ReadonlyMap<string, string>

const NONE: readonly string[] = []

const describeEntry = (entry: FormDataEntryValue) =>
  typeof entry === 'string' ? entry : `${entry.name} ${entry.size}`

/** Returns the values of a form by field; a ticked check box also counts under its id. */
function readValues(form: HTMLFormElement): Values {
  const values = new Map<string, string>()
  for (const [name, entry] of new FormData(form))
    values.set(name, `${values.get(name) ?? ''} ${describeEntry(entry)}`)

  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked'))
    values.set(box.id, 'ticked')

  return values
}

/** Returns the fields of the errors whose value has changed to one that may be right. */
function listCorrected(form: HTMLFormElement, submitted: Values, errors: readonly FormError[]) {
  if (errors.length === 0) return NONE

  const values = readValues(form)
  const invalid = new Set(listFieldProblems(form).map(({ field }) => field))

  return errors.flatMap(({ field }) =>
    field && !invalid.has(field) && values.get(field) !== submitted.get(field) ? [field] : [],
  )
}

/**
 * Returns the errors whose fields still have the submitted value: a corrected field loses its
 * error, and gets it back with the value that was wrong. Call `rememberSubmitted` when the form is
 * submitted and `checkAgain` after each change in it.
 */
export function useUncorrected(errors: readonly FormError[]) {
  const sent = useRef<{ form: HTMLFormElement; values: Values }>(null)
  const failed = useRef({ errors, sent: sent.current })
  const [corrected, setCorrected] = useState(NONE)
  const [, countChange] = useState(0)

  // after every render: a button such as Max changes a field without an event
  useLayoutEffect(() => {
    if (failed.current.errors !== errors) failed.current = { errors, sent: sent.current }

    const { current } = failed
    const next = current.sent ? listCorrected(current.sent.form, current.sent.values, errors) : NONE
    setCorrected((before) => (before.join() === next.join() ? before : next))
  })

  return {
    uncorrected: errors.filter(({ field }) => field === undefined || !corrected.includes(field)),
    rememberSubmitted: (form: HTMLFormElement) => {
      sent.current = { form, values: readValues(form) }
    },
    checkAgain: () => {
      if (errors.length > 0) countChange((changes) => changes + 1)
    },
  }
}
