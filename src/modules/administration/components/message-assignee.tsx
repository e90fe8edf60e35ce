import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/actions/button.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { administrationCalls } from './calls.tsx'
import type { Message } from './message-calls.tsx'
import { formatStaffName } from './staff-labels.tsx'

type AssigneeProps = { message: Message; mayAssign: boolean; onAssign: (to: string | null) => void }

/** Displays the staff member a message is assigned to, and the actions that change it. */
export function Assignee({ message, mayAssign, onAssign }: AssigneeProps) {
  const { data } = useQuery(administrationCalls.staff.queryOptions())
  const staff = data?.data ?? []
  const me = staff.find((one) => one.me)
  const current = staff.find(({ _id }) => _id === message.assignedTo)

  return (
    <DrawerPart title="Assignment">
      {mayAssign && me && !current?.me && (
        <Button size="sm" onClick={() => onAssign(me._id)}>
          Assign to me
        </Button>
      )}
      {mayAssign ? (
        <SelectField
          label="Assigned to"
          name="assignedTo"
          value={message.assignedTo ?? ''}
          onChange={({ currentTarget: { value } }) => onAssign(value || null)}
          options={[
            { value: '', label: 'Unassigned' },
            ...staff
              .filter(({ state, _id }) => state === 'active' || _id === message.assignedTo)
              .map((one) => ({
                value: one._id,
                label: one.me ? `${formatStaffName(one)} (you)` : formatStaffName(one),
              })),
          ]}
        />
      ) : (
        <p>{current ? formatStaffName(current) : 'Unassigned'}</p>
      )}
    </DrawerPart>
  )
}
