import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSecurityCalls, type Kind } from './security-calls.tsx'

/** What is set up, as it stands on the server; `changed` reads it again after an act. */
export function useFactors(kind: Kind) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(getSecurityCalls(kind).factors.queryOptions())

  return {
    factors: data?.data,
    failed: isError && !data,
    retry: () => void refetch(),
    changed: () => queries.invalidateQueries(),
  }
}
