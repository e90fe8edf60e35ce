import { createContext, useContext } from 'react'

/** What is wrong, and at which field (its `name`); without a field it concerns the whole form. */
export type FormError = { field?: string | undefined; message: string }

export const FormErrorsContext = createContext<readonly FormError[]>([])

/** The message for a field of this name inside the nearest `Form`. */
export function useFieldError(name: string | undefined): string | undefined {
  const errors = useContext(FormErrorsContext)
  return name === undefined ? undefined : errors.find((error) => error.field === name)?.message
}
