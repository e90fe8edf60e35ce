import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/status/toaster.tsx'
import { type Fields, getErrorMessage, useFormAction } from './use-form-action.tsx'

type ActionResponse = Promise<{ message: string }>

/**
 * A form whose act answers in a sentence: that is said in a toast, `onDone` goes on, and everything
 * is read again.
 */
export function useToastAction(act: (fields: Fields) => ActionResponse, onDone?: () => unknown) {
  const queries = useQueryClient()
  return useFormAction(async (fields) => {
    toast.success((await act(fields)).message)
    await onDone?.()
    await queries.invalidateQueries()
  })
}

/** The same for an act that one button does; what went wrong is said in a toast alone. */
export function usePress(act: () => ActionResponse) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const press = async () => {
    setPending(true)

    try {
      toast.success((await act()).message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
      await queries.invalidateQueries()
    }
  }

  return { pending, press }
}
