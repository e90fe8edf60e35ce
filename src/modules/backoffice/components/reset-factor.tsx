import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { RestoreAccount } from './restore-account.tsx'

type Props = {
  member: { _id: string; name: string }
  open: boolean
  onOpen: (open: boolean) => void
}

/** Displays a member's second factors and resets them; in live a second admin has to approve. */
export function ResetFactor({ member, open, onOpen }: Props) {
  const { data, isError, refetch } = useQuery(
    identityCalls.memberFactors.queryOptions({ input: { id: member._id } }),
  )
  const factors = data?.data

  return (
    <Panel title="Two-factor authentication">
      {isError && !factors && <ReadFailed onRetry={() => void refetch()} />}
      {!factors && !isError && <SkeletonLines lines={3} />}
      {factors && (
        <Stack>
          <KeyValues
            rows={[
              { label: 'Authenticator app', value: factors.authenticatorSince ? 'On' : 'Off' },
              { label: 'Passkeys', value: String(factors.passkeys) },
              { label: 'Recovery codes left', value: String(factors.recoveryCodesLeft) },
              {
                label: 'Withdrawals frozen until',
                value: factors.frozenUntil ? <FreezeEnd at={factors.frozenUntil} /> : 'Not frozen',
              },
            ]}
          />
          <FactorResetAction member={member} factors={factors} open={open} onOpen={onOpen} />
          {factors.disputed && <RestoreAccount member={member} pending={factors.givingBack} />}
        </Stack>
      )}
    </Panel>
  )
}

const FreezeEnd = ({ at }: { at: string }) =>
  at.startsWith('9999') ? 'Until the member sets a new password' : <When at={at} timeZone="UTC" />

const NOT_SET_UP = 'Two-factor authentication isn’t set up, so there’s nothing to reset.'

type Factors = Awaited<ReturnType<typeof identityCalls.memberFactors.call>>['data']

function FactorResetAction({
  member,
  factors,
  open,
  onOpen: setOpen,
}: Props & { factors: Factors }) {
  const canReset = usePermission('member.reset-factor')
  const form = useToastAction(
    async ({ reason = '' }) =>
      (await identityCalls.resetFactor.call({ id: member._id, reason })).body,
    () => setOpen(false),
  )

  const hasNoFactor = !factors.reset && !factors.authenticatorSince && factors.passkeys === 0
  useEffect(() => {
    if (!open || !(hasNoFactor || factors.reset)) return
    toast.error(hasNoFactor ? NOT_SET_UP : 'A reset is already waiting for approval.')
    setOpen(false)
  }, [open, hasNoFactor, factors.reset, setOpen])

  if (factors.reset)
    return (
      <p className="muted">
        Waiting for approval: {factors.reset.by} proposed to reset it on{' '}
        <When at={factors.reset.at} timeZone="UTC" />.
      </p>
    )

  if (!factors.authenticatorSince && factors.passkeys === 0)
    return <p className="muted">{NOT_SET_UP}</p>
  if (!canReset)
    return canReset === false && <p className="muted">{describeDeciders('member.reset-factor')}</p>

  return (
    <>
      <FormActions>
        <Button onClick={() => setOpen(true)}>Reset 2FA</Button>
      </FormActions>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Reset 2FA for ${member.name}?`}
        hint={
          'Describe how you verified the member’s identity. The member will see it, and their ' +
          'withdrawals are paused for 24 hours.'
        }
        actionLabel="Reset 2FA"
        acting="Resetting..."
        {...form}
      />
    </>
  )
}
