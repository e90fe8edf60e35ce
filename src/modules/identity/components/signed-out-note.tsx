import { useEffect, useState } from 'react'
import { takeSignedOutNote } from '#platform/client/signed-out.ts'

/** Returns the message about the end of the last session, read once after the page is shown. */
export function useSignedOutNote() {
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => setNote((known) => known ?? takeSignedOutNote()), [])
  return note
}
