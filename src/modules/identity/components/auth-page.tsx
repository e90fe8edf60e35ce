import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useMark, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { AuthFrame } from '#ui/layout/auth-frame.tsx'

/**
 * The ornament on the right, drawn from the SHA-256 of an empty text; proofs draw theirs from the
 * ledger.
 */
const ORNAMENT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

type Props = {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  staff?: boolean
  children: ReactNode
}

/** Displays the frame of every sign-in form, for members and staff. */
export function AuthPage({ title, lead, aside, staff = false, children }: Props) {
  const { brand } = useSiteConfig()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <AuthFrame
        brand={{ name: brand, to: '/' }}
        mark={useMark()}
        aside={aside}
        title={title}
        lead={lead}
        chainHash={ORNAMENT}
        poster={staff ? STAFF_POSTER : MEMBER_POSTER}
      >
        {children}
      </AuthFrame>
    </>
  )
}

const STAFF_POSTER = {
  title: 'Every action is logged under your name.',
  text:
    'The audit log records who confirmed, rejected or paid what, when and why. It can’t be ' +
    'edited.',
}

const MEMBER_POSTER = {
  title: 'Nothing hidden. Read everything before you sign up.',
  text:
    'Returns are paid only from recorded plan income. They are not guaranteed, and you can ' +
    'lose money.',
  link: <Link to="/legal/risk-disclosure">Read the risk disclosure</Link>,
}
