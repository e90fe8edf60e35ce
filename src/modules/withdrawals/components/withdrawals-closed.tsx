import { ButtonLink } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Available } from './calls.tsx'

/** Explains why withdrawals are closed, and until when; shown in place of any form. */
export const WithdrawalsClosed = ({ closed }: { closed: NonNullable<Available['closed']> }) => (
  <Callout title="Withdrawals are paused">
    <Stack tight>
      {closed.until ? (
        <p>
          Your login settings changed. To protect your money, withdrawals are paused until{' '}
          <When at={closed.until} />.
        </p>
      ) : (
        <p>{closed.message}</p>
      )}
      <FormActions>
        <ButtonLink to="/dashboard/withdraw-history">View withdrawals</ButtonLink>
      </FormActions>
    </Stack>
  </Callout>
)
