import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parsePlainAmount } from '#lib/typed-amount.ts'
import { toInstantText } from './arrival-fields.tsx'
import { depositCalls } from './calls.tsx'

/** Reads the review of a payment as it is entered: its figures follow the typing. */
export function usePreview(id: string, received: string, arrivedAt: string) {
  const plainReceived = received.trim() ? parsePlainAmount(received) : ''
  return useQuery({
    ...depositCalls.review.queryOptions({
      input: {
        id,
        received: (plainReceived ?? received) || undefined,
        arrivedAt: toInstantText(arrivedAt),
      },
      retry: false,
    }),
    placeholderData: keepPreviousData,
  })
}
