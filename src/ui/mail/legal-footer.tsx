import { Link } from '@react-email/link'
import { Text } from '@react-email/text'
import { action, quiet } from './mail-style.ts'
import type { MailContext } from './template.ts'

export const smallPrint = { fontSize: 13, lineHeight: '20px', color: quiet }

/**
 * Legal name, registered address, registration and contact; parts that are not set are left out.
 */
export function LegalFooter({ context }: { context: MailContext }) {
  const { legalName, address, registration, email } = context.operator
  const parts = [legalName, address, registration].filter((part) => part !== '')

  return (
    <Text style={{ ...smallPrint, margin: 0 }}>
      {parts.join(' · ')}
      <br />
      {email !== '' && (
        <>
          <Link href={`mailto:${email}`} style={{ color: action }}>
            {email}
          </Link>{' '}
          ·{' '}
        </>
      )}
      <Link href={context.publicUrl} style={{ color: action }}>
        {new URL(context.publicUrl).host}
      </Link>
    </Text>
  )
}
