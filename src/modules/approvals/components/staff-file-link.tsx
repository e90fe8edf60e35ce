import type { ReactNode } from 'react'
import { usePermission } from './use-permission.tsx'

/**
 * Links to a file with personal data. A role that may not download it sees the sentence instead of
 * the link, or nothing.
 */
export function StaffFileLink({
  path,
  children,
  otherwise,
}: {
  path: string
  children: ReactNode
  otherwise?: string
}) {
  const may = usePermission('data.export')
  if (may === undefined) return null
  if (!may) return otherwise ? <span className="muted">{otherwise}</span> : null

  return (
    <a className="link" href={path} download>
      {children}
    </a>
  )
}
