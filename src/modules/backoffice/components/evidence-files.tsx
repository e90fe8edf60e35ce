import { usePermission } from '#modules/approvals/components/use-permission.tsx'

/** Downloads for an authority: what the member was shown, answered and passed. */
export function EvidenceFiles({ memberId }: { memberId: string }) {
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
    </p>
  )
}
