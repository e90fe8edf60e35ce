import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Level } from '../model.ts'
import { type VerificationAnswer, verificationCalls } from './calls.tsx'
import { buildVerificationPath } from './verification-view.tsx'

/** Returns a function that displays the answer of a call at once. */
export function useStoredAnswer() {
  const queries = useQueryClient()
  return (answer: VerificationAnswer) => {
    queries.setQueryData(verificationCalls.mine.queryKey(), answer)
    return answer
  }
}

/** Connects a button to a call of the member's verification; a failure shows in a toast. */
export function useVerificationAction(action: () => Promise<unknown>) {
  const [pending, setPending] = useState(false)
  const press = async () => {
    setPending(true)

    try {
      await action()
      toast.closeErrors()
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return { pending, press }
}

/** Starts a level, or continues it, and opens a step of it. */
export function useBegin(level: Level, step: 'details' | 'documents' = 'documents') {
  const store = useStoredAnswer()
  const navigate = useNavigate()

  return useVerificationAction(async () => {
    store(await verificationCalls.begin.call({ level }))
    await navigate(buildVerificationPath(level, step))
  })
}
