import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSecurityCalls, type Kind } from './security-calls.tsx'

/** Loads the second factors of the person; `changed` reloads them after a change. */
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
