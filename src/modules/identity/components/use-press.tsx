import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/status/toaster.tsx'
import { sentenceOf } from './use-act.tsx'

/** An act that one button does: says in a toast what came of it, and has everything read again. */
export function usePress(act: () => Promise<{ message: string }>) {
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
