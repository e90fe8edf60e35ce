import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FIVE_MINUTES_MS = 300_000
const RETRIES = 3
const LONGEST_WAIT_MS = 30_000

/** A refusal stays one however often it is asked for; anything else may pass. */
const mayPass = (error: unknown) =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500

/**
 * Reads are kept five minutes, read again on focus, reconnect and showing, and tried three times
 * more when the server is away.
 */
export const openQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: FIVE_MINUTES_MS,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
        refetchOnMount: 'always',
        retry: (failures, error) => mayPass(error) && failures < RETRIES,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS),
      },
      mutations: { retry: false },
    },
  })
