import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { UserLine } from './calls.tsx'

const WORDS: Record<UserLine['status'], [Tone, string]> = {
  active: ['ok', 'Active'],
  unverified: ['wait', 'Not verified'],
  closed: ['neutral', 'Closed'],
  suspended: ['bad', 'Suspended'],
}

/** A member's status as the staff reads it. */
export const formatUserStatus = (status: UserLine['status']) => WORDS[status][1]

export function UserStatusTag({ status }: { status: UserLine['status'] }) {
  const [tone, text] = WORDS[status]
  return <Tag tone={tone}>{text}</Tag>
}

type NamedUser = Pick<UserLine, 'first_name' | 'last_name'>

export const formatUserName = ({ first_name, last_name }: NamedUser) => `${first_name} ${last_name}`

export const getUserPath = (id: string) => `/admin-dashboard/manage-user/${id}`
