import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { findMemberByReferralCode } from '#modules/identity/queries.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { appContext } from '../context.ts'
import { NotFound } from '../not-found.tsx'

const REFERRAL_PATH = /^\/([A-Z0-9]{8})$/

/**
 * Handles any other address: a member's referral code redirects to the sign-up, everything else is
 * a 404.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = REFERRAL_PATH.exec(`/${params['*'] ?? ''}`)?.[1]
  if (code && (await findMemberByReferralCode(context.get(appContext).db, code)))
    throw redirect(`/signup?ref=${code}`)
  return data(null, { status: 404 })
}

const WAYS_ON = [
  { to: '/plans', label: 'View the plans' },
  { to: '/transparency', label: 'View open books' },
  { to: '/contact', label: 'Contact us' },
]

export default function SiteNotFound() {
  return (
    <Section>
      <NotFound others={WAYS_ON} />
    </Section>
  )
}
