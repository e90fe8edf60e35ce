import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { RowSelection } from './row-selection.tsx'

type Reviewed = { id: string; refusal: string | null }

/**
 * Selects the rows of a page whose checks all passed, and describes the result: `review` reads the
 * reviews of these ids.
 */
export function usePassedRows(
  selection: RowSelection,
  review: (ids: readonly string[]) => Promise<readonly Reviewed[]>,
) {
  const [selecting, setSelecting] = useState(false)
  const [note, setNote] = useState('')

  const selectPassed = async (ids: readonly string[]) => {
    setSelecting(true)

    try {
      const reviews = await review(ids)
      const passed = reviews.filter(({ refusal }) => refusal === null).map(({ id }) => id)
      selection.select(passed)
      setNote(`${passed.length} of ${ids.length} on this page passed their checks.`)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setSelecting(false)
    }
  }

  return { selecting, note, selectPassed }
}
