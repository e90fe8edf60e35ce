import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { COUNTRIES } from '#lib/countries.ts'
import { type Invited, SignUpPage } from '#modules/identity/components/sign-up-page.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { affiliateCalls } from '../../components/calls.tsx'

const CODE = /^[A-Z0-9]{8}$/

/** Named on the server, so that the browser's own names can't differ from those that it was sent. */
export function loader() {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  )
}

export default function SignUp() {
  const countries = useLoaderData<typeof loader>()
  return <SignUpPage countries={countries} told={(invited) => <Told {...invited} />} />
}

/** Whoever was invited learns that the inviter is rewarded, before they sign up; nothing where nobody would be. */
function Told({ code: written, country }: Invited) {
  const code = written.trim().toUpperCase()
  const { data } = useQuery({
    ...affiliateCalls.invitation.queryOptions({ input: { code, ...(country && { country }) } }),
    enabled: CODE.test(code),
  })
  const says = data?.data.says
  return <div role="status">{says && <Notice tone="info">{says}</Notice>}</div>
}
