import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'

type Props = {
  memberId: string
  /** The end of the retention of the details of a closed account. */
  until: string | null
}

/** Downloads for an authority: what the member was shown, answered and passed. */
export function EvidenceFiles({ memberId, until }: Props) {
  const may = usePermission('evidence.export')
  const path = `/api/admin/members/${memberId}/evidence`
  if (!may) return null

  return (
    <p>
      Evidence for an authority, with warnings, answers and decisions: download it as{' '}
      <a className="link" href={`${path}.pdf`} download>
        PDF
      </a>{' '}
      or{' '}
      <a className="link" href={`${path}.json`} download>
        JSON
      </a>
      .
      {until && (
        <>
          {' '}
          It has the name and contact details of this closed account, which are restricted until{' '}
          <CalendarDay day={until.slice(0, 10)} /> and then erased. Each download is logged.
        </>
      )}
    </p>
  )
}
