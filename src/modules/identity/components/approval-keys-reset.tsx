import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { identityCalls } from './calls.tsx'

type StaffKey = Awaited<ReturnType<typeof identityCalls.approvalKeys.call>>['data'][number]

/** Displays when the owner of the database last ended all keys, and what that means. */
export function ApprovalKeysReset({ keys }: { keys: readonly StaffKey[] }) {
  const last = keys
    .flatMap(({ ended }) => (ended?.reset ? [ended] : []))
    .sort((one, other) => other.at.localeCompare(one.at))[0]
  if (!last) return null

  const firstOwners = keys
    .filter(({ first, addedAt }) => first && addedAt >= last.at)
    .map(({ owner }) => owner)

  return (
    <Callout inPanel title="All approval keys were ended">
      <p>
        The owner of the database ended all keys on <When at={last.at} />: {last.reason}
      </p>
      {new Set(firstOwners).size < 2 && (
        <p>
          The first two owners or finance admins who add a key again need no confirmation. In live
          mode these keys become active after seven days.
        </p>
      )}
      <p>If you don’t know about this, contact the other admins now.</p>
    </Callout>
  )
}
