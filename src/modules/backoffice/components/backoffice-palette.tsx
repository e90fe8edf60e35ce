import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { depositCalls } from '#modules/deposits/components/calls.tsx'
import { depositStatus } from '#modules/deposits/components/status.tsx'
import { integrityCalls } from '#modules/integrity/components/calls.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'
import { withdrawalStatus } from '#modules/withdrawals/components/status.tsx'
import { Money } from '#ui/figures/money.tsx'
import { arrowLineDown, arrowLineUp, bookOpen, fileText, user } from '#ui/icons.ts'
import {
  Palette,
  PaletteButton,
  type PaletteGroup,
  type PaletteItem,
} from '#ui/overlay/palette.tsx'
import { backofficeCalls } from './calls.tsx'
import { formatUserName, getUserPath } from './user-labels.tsx'

const LABEL = 'Find a member, deposit or page'
const A_FEW = 5
const SHORTEST = 2

const JOURNAL = '/admin-dashboard/ledger?view=journal'
/** The number of a row in the sealed books, as screens write it. */
const JOURNAL_NUMBER = /^l-?(\d{1,18})$/i
/** An id of ours: rows of the journal name what they are about by it. */
const OUR_ID = /^[a-z]{3}_[0-9a-z]{20}$/

export type PalettePage = { label: string; to: string }

/**
 * Finds members, deposits, withdrawals, rows of the journal and pages, and opens them; it never
 * does anything else.
 */
export function BackofficePalette({ pages }: { pages: readonly PalettePage[] }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const found = useFound(open && words.length >= SHORTEST ? words : '')
  const navigate = useNavigate()
  const createOpener = (to: string) => () => {
    setOpen(false)
    void navigate(to)
  }

  const change = (next: boolean) => {
    setOpen(next)
    if (next) setTyped('')
  }

  return (
    <>
      <PaletteButton label={LABEL} onOpen={() => change(true)} />
      <Palette
        open={open}
        onOpenChange={change}
        placeholder={LABEL}
        typed={typed}
        onType={setTyped}
        searching={found.looking || words !== typed.trim()}
        empty={
          'Nothing found. Each word has to begin a word of a name, an address or an id; ' +
          'amounts, whole references and numbers of rows such as L-12 work too.'
        }
        groups={[
          ...found.groups(createOpener),
          { title: 'Ledger', items: found.rows(createOpener) },
          { title: 'Pages', items: findPages(pages, words, createOpener) },
        ]}
      />
    </>
  )
}

type OpenerFactory = (to: string) => () => void

const findPages = (
  pages: readonly PalettePage[],
  words: string,
  goTo: OpenerFactory,
): PaletteItem[] =>
  pages
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
    .map(({ label, to }) => ({ id: to, label, icon: fileText, onChoose: goTo(to) }))

function useFound(words: string) {
  const input = { q: words, size: A_FEW }
  const enabled = words !== ''
  const users = useQuery(backofficeCalls.users.queryOptions({ input, enabled }))
  const deposits = useQuery(depositCalls.list.queryOptions({ input, enabled }))
  const withdrawals = useQuery(withdrawalCalls.list.queryOptions({ input, enabled }))
  const ledger = useLedger(words)
  const lists = [users, deposits, withdrawals]
  const buildGroups = (goTo: OpenerFactory): PaletteGroup[] => [
    {
      title: 'Members',
      items: (enabled ? (users.data?.users ?? []) : []).map((one) => ({
        id: one._id,
        label: formatUserName(one),
        note: one.email,
        icon: user,
        onChoose: goTo(getUserPath(one._id)),
      })),
    },
    {
      title: 'Deposits',
      items: (enabled ? (deposits.data?.data ?? []) : []).map((one) => ({
        id: one._id,
        label: `${one.member.name}, ${depositStatus.format(one.status).toLowerCase()}`,
        note: <Money amount={one.amount} />,
        icon: arrowLineDown,
        onChoose: goTo(`/admin-dashboard/alltransaction?open=${one._id}`),
      })),
    },
    {
      title: 'Withdrawals',
      items: (enabled ? (withdrawals.data?.data ?? []) : []).map((one) => ({
        id: one._id,
        label: `${one.member.name}, ${withdrawalStatus.format(one.status).toLowerCase()}`,
        note: <Money amount={one.amount} />,
        icon: arrowLineUp,
        onChoose: goTo(`/admin-dashboard/withdrawals?open=${one._id}`),
      })),
    },
  ]

  return {
    groups: buildGroups,
    rows: ledger.items,
    looking: ledger.looking || (enabled && lists.some((one) => one.isPending)),
  }
}

/** The row with a number, or the rows about an id. */
function useLedger(words: string) {
  const number = JOURNAL_NUMBER.exec(words)?.[1]
  const enabled = number !== undefined
  const row = useQuery(
    integrityCalls.rows.queryOptions({ input: { number: number ?? '' }, enabled }),
  )
  const buildLedgerItems = (goTo: OpenerFactory): PaletteItem[] =>
    OUR_ID.test(words)
      ? [
          {
            id: 'rows',
            label: `Rows about ${words}`,
            icon: bookOpen,
            onChoose: goTo(`${JOURNAL}&reference=${words}`),
          },
        ]
      : (enabled ? (row.data?.data ?? []) : []).map((one) => ({
          id: one._id,
          label: `L-${one.seq} ${one.kind.replaceAll('_', ' ')}`,
          icon: bookOpen,
          note: `${one.amount} ${one.currency}`,
          onChoose: goTo(`${JOURNAL}&number=${one.seq}&open=${one._id}`),
        }))

  return { items: buildLedgerItems, looking: enabled && row.isPending }
}
