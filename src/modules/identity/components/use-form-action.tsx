import { type FormEvent, useState } from 'react'
import { CallError, toFormErrors } from '#platform/client/call-error.ts'
import type { FormError } from '#ui/form/form-errors.ts'
import { toast } from '#ui/status/toaster.tsx'

export type Fields = Record<string, string>

/** The sentence of a failure: the server's where it gave one, else the page's own. */
export const getErrorMessage = (error: unknown, fallback = 'Something went wrong') =>
  error instanceof CallError && error.code !== 'unknown' ? error.message : fallback

const readFields = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/**
 * A form that does one act: sends what is in it, says what went wrong at the field, in the summary
 * and in a toast, and keeps everything that was typed. `forget` takes back what it said, once the
 * person has mended it.
 */
export function useFormAction(act: (fields: Fields) => Promise<void>, fallback?: string) {
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [pending, setPending] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return

    setPending(true)

    try {
      await act(readFields(event.currentTarget))
      setErrors([])
    } catch (error) {
      const named = toFormErrors(error).filter(({ field }) => field)
      const sentence = getErrorMessage(error, fallback)
      setErrors(named.length > 0 ? named : [{ message: sentence }])
      toast.error(named[0]?.message ?? sentence)
    } finally {
      setPending(false)
    }
  }

  return { errors, pending, onSubmit, forget: () => setErrors([]) }
}
