import { type FormEvent, useId } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/actions/button.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { AUDIT_ACTION_OPTIONS } from '../model.ts'

const FIELDS = ['search', 'action', 'since', 'until'] as const

/** Returns the search that is stored in the URL, with actions that change it. */
export function useAuditSearch() {
  const [params, setParams] = useSearchParams()
  const search = Object.fromEntries(
    FIELDS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()

    const typed = new FormData(event.currentTarget)
    setParams(
      Object.fromEntries(
        FIELDS.flatMap((name) => (typed.get(name) ? [[name, String(typed.get(name)).trim()]] : [])),
      ),
    )
  }

  return {
    search: search as Record<string, string>,
    onSubmit: handleSubmit,
    clear: () => setParams({}),
  }
}

type Props = {
  search: Record<string, string>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClear: () => void
}

/** The form that searches the audit log. */
export const AuditSearchForm = ({ search, onSubmit, onClear }: Props) => {
  const id = useId()
  return (
    <Panel title="Search">
      <Form id={id} onSubmit={onSubmit} wide>
        <FieldRow>
          <TextField
            label="Text"
            name="search"
            defaultValue={search.search}
            hint="Name, ID, reason or amount"
          />
          <SelectField
            label="Action"
            name="action"
            placeholder="All actions"
            options={AUDIT_ACTION_OPTIONS}
            defaultValue={search.action ?? ''}
          />
        </FieldRow>
        <FieldRow>
          <TextField label="From" name="since" type="date" defaultValue={search.since} />
          <TextField label="Until" name="until" type="date" defaultValue={search.until} />
        </FieldRow>
        <FormActions>
          <Button type="submit">Search</Button>
          {Object.keys(search).length > 0 && <Button onClick={onClear}>Show all</Button>}
        </FormActions>
      </Form>
    </Panel>
  )
}
