import { useQueryClient } from '@tanstack/react-query'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { PayoutBatchDetails } from './calls.tsx'

export type BatchDialogProps = { batch: PayoutBatchDetails; onClose: () => void }

/** Returns a form action that says what was done, closes the dialog and reads again. */
export function useBatchAction(
  perform: (fields: Record<string, string>) => Promise<string>,
  onClose: () => void,
) {
  const queries = useQueryClient()

  return useFormAction(async (fields) => {
    toast.success(await perform(fields))
    onClose()
    void queries.invalidateQueries()
  })
}
