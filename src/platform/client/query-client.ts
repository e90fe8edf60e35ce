import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const FIVE_MINUTES_MS = 300_000
const RETRIES = 3
const LONGEST_WAIT_MS = 30_000

/** Returns whether a retry may succeed: a rejection stays one. */
const mayPass = (error: unknown) =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500

/**
 * Opens the query client: reads are cached for five minutes, repeated on focus, reconnect and
 * mount, and retried three times while the server is away.
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
