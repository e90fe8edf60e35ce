import { useQuery } from '@tanstack/react-query'
import { When } from '#ui/figures/when.tsx'
import { arrowLineDown, arrowLineUp, user } from '#ui/icons.ts'
import type { PaletteItem } from '#ui/overlay/palette-groups.tsx'
import { backofficeCalls } from './calls.tsx'
import { DatedAmount, type OpenerFactory } from './palette-result.tsx'

/** An id, which journal rows carry as their reference. */
export const RECORD_ID = /^[a-z]{3}_[0-9a-z]{20}$/

/** A part of an id: letters and digits, among them a digit, which most names lack. */
const ID_PART = /^(?=.*\d)\w{4,25}$/

const ID_ICONS = { mem: user, dep: arrowLineDown, wdr: arrowLineUp } as const

const SCREENS = { mem: 'manage-user/', dep: 'alltransaction?open=', wdr: 'withdrawals?open=' }

/** Finds members, deposits and withdrawals by a part of their id; a full one is in the lists. */
export function useIdResults(search: string) {
  const enabled = ID_PART.test(search) && !RECORD_ID.test(search)
  const found = useQuery(backofficeCalls.find.queryOptions({ input: { part: search }, enabled }))

  return (goTo: OpenerFactory): PaletteItem[] =>
    (enabled ? (found.data?.data ?? []) : []).map((one) => {
      const kind = one._id.slice(0, 3) as keyof typeof SCREENS
      return {
        id: `id-${one._id}`,
        label: `${one.member}, ${one._id}`,
        note:
          one.amount === null ? (
            <When at={one.createdAt} timeZone="UTC" />
          ) : (
            <DatedAmount amount={one.amount} at={one.createdAt} />
          ),
        icon: ID_ICONS[kind],
        onChoose: goTo(`/admin-dashboard/${SCREENS[kind]}${one._id}`),
      }
    })
}
