import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { UserLine } from './calls.tsx'

const STATUS_LABELS: Record<UserLine['status'], [Tone, string]> = {
  active: ['ok', 'Active'],
  unverified: ['wait', 'Not verified'],
  closed: ['neutral', 'Closed'],
  suspended: ['bad', 'Suspended'],
}

/** Returns the label of a member status. */
export const formatUserStatus = (status: UserLine['status']) => STATUS_LABELS[status][1]

export function UserStatusTag({ status }: { status: UserLine['status'] }) {
  const [tone, text] = STATUS_LABELS[status]
  return <Tag tone={tone}>{text}</Tag>
}

type NamedUser = Pick<UserLine, 'first_name' | 'last_name'>

/** Returns the full name of a member. */
export const formatUserName = ({ first_name, last_name }: NamedUser) => `${first_name} ${last_name}`

/** Returns the address of a member's page in the back office. */
export const getUserPath = (id: string) => `/admin-dashboard/manage-user/${id}`
