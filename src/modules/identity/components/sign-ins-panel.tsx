import { useQuery } from '@tanstack/react-query'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { getSecurityCalls, type Kind, type MySignInAttempt } from './security-calls.tsx'

const BY: Record<MySignInAttempt['by'], string> = {
  password: 'Password',
  code: 'Authenticator app',
  'recovery-code': 'Recovery code',
  passkey: 'Passkey',
}

const OUTCOME: Record<MySignInAttempt['outcome'], string> = {
  good: 'Logged in',
  'wrong-password': 'Wrong password',
  'wrong-factor': 'Wrong 2FA code',
}

const columns: readonly Column<MySignInAttempt>[] = [
  {
    id: 'at',
    header: 'Time',
    text: ({ at }) => formatDateTime(at),
    cell: ({ at }) => <When at={at} />,
    sort: false,
  },
  {
    id: 'outcome',
    header: 'Result',
    text: ({ outcome }) => OUTCOME[outcome],
    cell: ({ outcome }) => <Tag tone={outcome === 'good' ? 'ok' : 'bad'}>{OUTCOME[outcome]}</Tag>,
    sort: false,
  },
  { id: 'device', header: 'Device', text: ({ device }) => device, sort: false, priority: 2 },
  { id: 'by', header: 'Method', text: ({ by }) => BY[by], sort: false, priority: 3 },
  { id: 'near', header: 'IP address', text: ({ near }) => near, sort: false, priority: 3 },
]

/**
 * Displays the latest sign-in attempts, successful and failed, so that those of another person are
 * noticed.
 */
export function SignInsPanel({ kind }: { kind: Kind }) {
  const { data, isError, refetch } = useQuery(getSecurityCalls(kind).signIns.queryOptions())
  return (
    <Panel title="Login history" flush foot="Stored for 90 days with shortened IP addresses.">
      <DataTable
        caption="Login history, newest first"
        columns={columns}
        rows={data?.data}
        rowKey={({ _id }) => _id}
        failed={isError && !data}
        onRetry={() => void refetch()}
        plain
      />
    </Panel>
  )
}
