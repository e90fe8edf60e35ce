import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { PasswordForm } from '../../components/password-form.tsx'

export default function UpdatePassword() {
  return (
    <Stack>
      <PageTitle>Password</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Password"
        lead="You’ll be logged out on all other devices, and we’ll email you about the change."
      />
      <Panel>
        <PasswordForm kind="member" />
      </Panel>
    </Stack>
  )
}
