import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/status/toaster.tsx'
import { type Fields, sentenceOf, useAct } from './use-act.tsx'

type Told = Promise<{ message: string }>

/**
 * A form whose act answers in a sentence: that is said in a toast, `onDone` goes on, and everything
 * is read again.
 */
export function useToldAct(act: (fields: Fields) => Told, onDone?: () => unknown) {
  const queries = useQueryClient()
  return useAct(async (fields) => {
    toast.success((await act(fields)).message)
    await onDone?.()
    await queries.invalidateQueries()
  })
}

/** The same for an act that one button does; what went wrong is said in a toast alone. */
export function usePress(act: () => Told) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const press = async () => {
    setPending(true)

    try {
      toast.success((await act()).message)
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setPending(false)
      await queries.invalidateQueries()
    }
  }

  return { pending, press }
}
