import { Tag, type Tone } from '#ui/status/tag.tsx'

/** Returns how a status is written, and its tag. */
export function createStatusLabels<Status extends string>(
  labels: Record<Status, readonly [Tone, string]>,
) {
  const format = (status: Status): string => labels[status][1]
  const StatusTag = ({ status }: { status: Status }) => (
    <Tag tone={labels[status][0]}>{format(status)}</Tag>
  )

  return { format, StatusTag }
}
