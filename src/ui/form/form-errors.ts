import { createContext, useContext } from 'react'

/** A message and the `name` of its field; without a field it concerns the whole form. */
export type FormError = { field?: string | undefined; message: string }

export const FormErrorsContext = createContext<readonly FormError[]>([])

/** Returns the message for the field of this name in the nearest `Form`. */
export function useFieldError(name: string | undefined): string | undefined {
  const errors = useContext(FormErrorsContext)
  return name === undefined ? undefined : errors.find((error) => error.field === name)?.message
}
