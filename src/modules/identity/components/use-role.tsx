import { useQuery } from '@tanstack/react-query'
import { identityCalls } from './calls.tsx'

/** Whether the signed-in member of staff decides about money; nothing while it isn't known. The server checks again. */
export function useDecides(): boolean | undefined {
  const { data } = useQuery(identityCalls.admin.queryOptions())
  if (!data) return undefined
  return data.data.role === 'finance' || data.data.role === 'owner'
}

/** Said where the buttons would be. */
export const ONLY_READS = 'Your role may read this. Finance or an owner decides.'
