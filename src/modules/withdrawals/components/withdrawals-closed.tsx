import { useQuery } from '@tanstack/react-query'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'

const SIGN_IN_CHANGED =
  'The way you sign in was changed. To protect your money, nothing can be withdrawn until'

/** Why nothing can be asked for at the moment, where that is so. */
export function WithdrawalsClosed({ frozenUntil }: { frozenUntil: string | null }) {
  const { data } = useQuery(settingsCalls.operator.queryOptions())
  const pause = data?.data.pauses.withdrawals

  return (
    <>
      {pause && <Callout title="Withdrawals are paused">{pause.reason}</Callout>}
      {frozenUntil && (
        <Callout title="Withdrawals are frozen for a while">
          {SIGN_IN_CHANGED} <When at={frozenUntil} />.
        </Callout>
      )}
    </>
  )
}
