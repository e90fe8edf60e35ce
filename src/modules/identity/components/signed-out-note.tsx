import { useEffect, useState } from 'react'
import { takeSignedOutNote } from '#platform/client/signed-out.ts'

/** Displays the message of the last session's end as a toast, once after the page is shown. */
export function useSignedOutNote() {
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => setNote((known) => known ?? takeSignedOutNote()), [])
  return note
}
