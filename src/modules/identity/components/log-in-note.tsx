import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { takeSignedOutNote } from '#platform/client/signed-out.ts'

/** Returns the message that the page before left for this one; null without one. */
export function usePageNote(): string | null {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('note' in state)) return null

  return typeof state.note === 'string' ? state.note : null
}

/**
 * Returns the message for a person who logs in: of the page before, or about the end of the last
 * session, read once after the page is shown.
 */
export function useLogInNote(): string | null {
  const fromPage = usePageNote()
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => setNote((known) => known ?? takeSignedOutNote()), [])

  return fromPage ?? note
}
