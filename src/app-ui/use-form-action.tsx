import { type FormEvent, useState } from 'react'
import { CallError, toFormErrors } from '#platform/client/call-error.ts'
import type { FormError } from '#ui/form/form-errors.ts'
import { toast } from '#ui/status/toaster.tsx'

export type Fields = Record<string, string>

/** Returns the server's message for a failed call, or `fallback` where the server sent none. */
export const getErrorMessage = (error: unknown, fallback = 'Something went wrong') =>
  error instanceof CallError && error.code !== 'unknown' ? error.message : fallback

const readFields = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/**
 * Connects a form to one action. A failure is shown in the error summary and at its fields, and the
 * typed values stay. `clearErrors` removes the messages of an input that the form can't compare.
 */
export function useFormAction(action: (fields: Fields) => Promise<void>, fallback?: string) {
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [pending, setPending] = useState(false)

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return

    setPending(true)

    try {
      await action(readFields(event.currentTarget))
      setErrors([])
      toast.closeErrors()
    } catch (error) {
      const fieldErrors = toFormErrors(error).filter(({ field }) => field)

      setErrors(
        fieldErrors.length > 0 ? fieldErrors : [{ message: getErrorMessage(error, fallback) }],
      )
    } finally {
      setPending(false)
    }
  }

  return { errors, pending, onSubmit, clearErrors: () => setErrors([]) }
}
