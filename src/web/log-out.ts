import { useQueryClient } from '@tanstack/react-query'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { leave } from '#platform/client/signed-out.ts'
import { toast } from '#ui/status/toaster.tsx'

/**
 * Ends the session on the server, forgets what was read and goes to the home page; says so when it
 * didn't work.
 */
export function useLogOut(end: () => Promise<unknown>): () => void {
  const queries = useQueryClient()
  return () => {
    leave(end).then(
      () => queries.clear(),
      (error: unknown) => toast.error(getErrorMessage(error)),
    )
  }
}
