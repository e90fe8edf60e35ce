import { useQueryClient } from '@tanstack/react-query'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { leave } from '#platform/client/signed-out.ts'
import { toast } from '#ui/status/toaster.tsx'

/**
 * Returns a function that ends the session on the server, clears the query cache and opens the home
 * page; a failure shows a toast.
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
