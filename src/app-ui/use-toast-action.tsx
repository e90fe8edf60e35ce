import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/status/toaster.tsx'
import { type Fields, getErrorMessage, useFormAction } from './use-form-action.tsx'

type ActionResponse = Promise<{ message: string }>

/**
 * Connects a form to an action that answers with a message: shows the message in a toast, calls
 * `onDone` and reads every query again.
 */
export function useToastAction(action: (fields: Fields) => ActionResponse, onDone?: () => unknown) {
  const queries = useQueryClient()

  return useFormAction(async (fields) => {
    toast.success((await action(fields)).message)

    await onDone?.()
    await queries.invalidateQueries()
  })
}

/** Connects a single button to an action that answers with a message; failures show in a toast. */
export function useButtonAction(action: () => ActionResponse) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)

  const press = async () => {
    setPending(true)

    try {
      toast.success((await action()).message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
      await queries.invalidateQueries()
    }
  }

  return { pending, press }
}
