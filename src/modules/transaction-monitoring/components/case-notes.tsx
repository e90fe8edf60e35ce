import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { MAX_NOTE } from '../model.ts'
import { type CaseLine, monitoringCalls } from './calls.tsx'

/** Displays the notes in the file of a case, oldest first, and the form of the next one. */
export function CaseNotes({ one }: { one: CaseLine }) {
  const [added, setAdded] = useState(0)
  const mayAdd = usePermission('monitoring.investigate')
  const { data, isError, refetch } = useQuery(
    monitoringCalls.notes.queryOptions({ input: { id: one._id } }),
  )

  return (
    <DrawerPart title="Notes">
      <Stack tight>
        {isError && !data && <ReadFailed onRetry={() => void refetch()} />}
        {!data && !isError && <SkeletonLines lines={2} />}
        {data?.data.length === 0 && <p className="muted">No notes yet.</p>}
        {data?.data.map(({ _id, author, addedAt, content }) => (
          <div key={_id}>
            <p className="meta muted">
              {author}, <When at={addedAt} timeZone="UTC" /> UTC
            </p>
            <p className="anywhere">{content}</p>
          </div>
        ))}
        {mayAdd && <NoteForm key={added} one={one} onAdded={() => setAdded(added + 1)} />}
      </Stack>
    </DrawerPart>
  )
}

function NoteForm({ one, onAdded }: { one: CaseLine; onAdded: () => void }) {
  const { errors, pending, onSubmit } = useToastAction(
    ({ content = '' }) => monitoringCalls.addNote.call({ id: one._id, content }),
    onAdded,
  )

  return (
    <Form wide errors={errors} onSubmit={onSubmit}>
      <TextAreaField
        label="New note"
        name="content"
        rows={3}
        maxLength={MAX_NOTE}
        hint="Part of the case file. Notes can’t be changed or deleted."
      />
      <FormActions>
        <Button type="submit" pending={pending} pendingLabel="Adding...">
          Add note
        </Button>
      </FormActions>
    </Form>
  )
}
