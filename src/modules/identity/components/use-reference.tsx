import { useSearchParams } from 'react-router'

/** An id as `createId` makes it: the address shows nothing else as a reference. */
const REFERENCE = /^[a-z]{3}_[0-9a-z]{20}$/

/** Returns the reference in the address; null without one. */
export function useReference(): string | null {
  const [params] = useSearchParams()
  const reference = params.get('reference') ?? ''

  return REFERENCE.test(reference) ? reference : null
}
