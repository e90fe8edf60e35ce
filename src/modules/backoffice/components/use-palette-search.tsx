import { useQuery } from '@tanstack/react-query'
import { depositCalls } from '#modules/deposits/components/calls.tsx'
import { depositStatus } from '#modules/deposits/components/status.tsx'
import { integrityCalls } from '#modules/integrity/components/calls.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'
import { withdrawalStatus } from '#modules/withdrawals/components/status.tsx'
import { When } from '#ui/figures/when.tsx'
import { arrowLineDown, arrowLineUp, bookOpen, user } from '#ui/icons.ts'
import type { PaletteGroup, PaletteItem } from '#ui/overlay/palette-groups.tsx'
import { backofficeCalls } from './calls.tsx'
import { DatedAmount, type OpenerFactory } from './palette-result.tsx'
import { RECORD_ID, useIdResults } from './use-id-results.tsx'
import { formatUserName, getUserPath } from './user-labels.tsx'

const MAX_RESULTS = 5

const JOURNAL = '/admin-dashboard/ledger?view=journal'

/** A journal number as the screens format it. */
const JOURNAL_NUMBER = /^l-?(\d{1,18})$/i

/** Searches members, deposits, withdrawals and the journal; an empty text finds nothing. */
export function usePaletteSearch(search: string) {
  const input = { q: search, size: MAX_RESULTS }
  const enabled = search !== ''
  const users = useQuery(backofficeCalls.users.queryOptions({ input, enabled }))
  const deposits = useQuery(depositCalls.list.queryOptions({ input, enabled }))
  const withdrawals = useQuery(withdrawalCalls.list.queryOptions({ input, enabled }))
  const ledger = useLedgerResults(search)
  const byId = useIdResults(search)
  const lists = [users, deposits, withdrawals]
  const buildGroups = (goTo: OpenerFactory): PaletteGroup[] => [
    {
      title: 'Members',
      items: (enabled ? (users.data?.users ?? []) : []).map((one) => ({
        id: one._id,
        label: formatUserName(one),
        note: (
          <>
            {one.email} · <When at={one.createdAt} timeZone="UTC" />
          </>
        ),
        icon: user,
        onChoose: goTo(getUserPath(one._id)),
      })),
    },
    {
      title: 'Deposits',
      items: (enabled ? (deposits.data?.data ?? []) : []).map((one) => ({
        id: one._id,
        label: `${one.member.name}, ${depositStatus.format(one.status).toLowerCase()}`,
        note: <DatedAmount amount={one.amount} at={one.createdAt} />,
        icon: arrowLineDown,
        onChoose: goTo(`/admin-dashboard/alltransaction?open=${one._id}`),
      })),
    },
    {
      title: 'Withdrawals',
      items: (enabled ? (withdrawals.data?.data ?? []) : []).map((one) => ({
        id: one._id,
        label: `${one.member.name}, ${withdrawalStatus.format(one.status).toLowerCase()}`,
        note: <DatedAmount amount={one.amount} at={one.createdAt} />,
        icon: arrowLineUp,
        onChoose: goTo(`/admin-dashboard/withdrawals?open=${one._id}`),
      })),
    },
    { title: 'By ID', items: byId(goTo) },
  ]

  return {
    groups: buildGroups,
    rows: ledger.items,
    isSearching: ledger.isSearching || (enabled && lists.some((one) => one.isPending)),
  }
}

/** Finds the journal row with a number, or the rows with a reference. */
function useLedgerResults(search: string) {
  const number = JOURNAL_NUMBER.exec(search)?.[1]
  const enabled = number !== undefined
  const row = useQuery(
    integrityCalls.rows.queryOptions({ input: { number: number ?? '' }, enabled }),
  )
  const buildLedgerItems = (goTo: OpenerFactory): PaletteItem[] =>
    RECORD_ID.test(search)
      ? [
          {
            id: 'rows',
            label: `Entries with reference ${search}`,
            icon: bookOpen,
            onChoose: goTo(`${JOURNAL}&reference=${search}`),
          },
        ]
      : (enabled ? (row.data?.data ?? []) : []).map((one) => ({
          id: one._id,
          label: `L-${one.seq} ${one.kind.replaceAll('_', ' ')}`,
          icon: bookOpen,
          note: `${one.amount} ${one.currency}`,
          onChoose: goTo(`${JOURNAL}&number=${one.seq}&open=${one._id}`),
        }))

  return { items: buildLedgerItems, isSearching: enabled && row.isPending }
}
