import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { backofficeCalls } from './calls.tsx'
import { formatUserName } from './user-labels.tsx'

const MIN_LETTERS = 2
const SHOWN = 10

/** Two fields that find a member by name, email or ID, and choose one of those found. */
export function MemberPicker() {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data } = useQuery(
    backofficeCalls.users.queryOptions({
      input: { q, size: SHOWN },
      enabled: q.length >= MIN_LETTERS,
      placeholderData: keepPreviousData,
    }),
  )
  const found = q.length >= MIN_LETTERS ? (data?.data.users ?? []) : []

  return (
    <>
      <TextField
        label="Find the member"
        name="find"
        value={typed}
        autoComplete="off"
        hint="Name, email or ID."
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Member"
        name="member"
        placeholder={found.length > 0 ? 'Choose a member' : 'No members found'}
        options={found.map((user) => ({
          value: user._id,
          label: `${formatUserName(user)}, ${user.email}`,
        }))}
      />
    </>
  )
}
