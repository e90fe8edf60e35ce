import { useEffect, useState } from 'react'
import { takeSignedOutNote } from '#platform/client/signed-out.ts'

/** What the server said when the last session here ended, read once after the page shows. */
export function useSignedOutNote() {
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => setNote((known) => known ?? takeSignedOutNote()), [])
  return note
}
