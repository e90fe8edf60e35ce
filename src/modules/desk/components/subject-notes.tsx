import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { deskCalls } from './calls.tsx'
import { NoteLine } from './note-line.tsx'
import styles from './notes.module.css'

/** Displays the notes and tasks about a subject, and the form of the next one. */
export function SubjectNotes({ subject }: { subject: string }) {
  const [written, setWritten] = useState(0)
  const mayWrite = usePermission('desk.write')
  const { data, isError, refetch } = useQuery(deskCalls.notes.queryOptions({ input: { subject } }))

  const notes = data?.data.notes

  return (
    <Stack tight>
      {isError && !notes && <ReadFailed onRetry={() => void refetch()} />}
      {!notes && !isError && <SkeletonLines lines={2} />}
      {notes?.length === 0 && <p className="muted">No notes. Members never see them.</p>}
      {notes && notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <NoteLine key={note._id} note={note} />
          ))}
        </ul>
      )}
      {mayWrite && data && (
        <NoteForm
          key={written}
          subject={subject}
          assignees={data.data.assignees}
          onWritten={() => setWritten(written + 1)}
        />
      )}
    </Stack>
  )
}

type FormProps = {
  subject: string
  assignees: readonly { _id: string; name: string }[]
  onWritten: () => void
}

function NoteForm({ subject, assignees, onWritten }: FormProps) {
  const { errors, pending, onSubmit } = useToastAction(
    ({ message = '', assignedTo, dueOn }) =>
      deskCalls.write.call({
        subject,
        message,
        ...(assignedTo && { assignedTo }),
        ...(dueOn && { dueOn }),
      }),
    onWritten,
  )

  return (
    <Form wide errors={errors} onSubmit={onSubmit}>
      <TextAreaField label="Note" name="message" rows={2} maxLength={2000} />
      <FieldRow>
        <SelectField
          label="Task for"
          name="assignedTo"
          optional
          placeholder="No one, just a note"
          options={assignees.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
        <TextField label="Due date" name="dueOn" type="date" optional />
      </FieldRow>
      <FormActions>
        <Button type="submit" pending={pending} pendingLabel="Saving...">
          Save note
        </Button>
      </FormActions>
    </Form>
  )
}
