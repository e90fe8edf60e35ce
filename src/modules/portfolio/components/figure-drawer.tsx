import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CHAIN_POLL_MS, JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure, Money } from '#ui/figures/money.tsx'
import { DayOf } from '#ui/figures/when.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useAddress } from '#ui/table/use-address.ts'
import { FIGURE_NAMES, type FigureName } from '../model.ts'
import { type OwnFigureEntry, type OwnUser, portfolioCalls } from './calls.tsx'
import { ExpectedReturns } from './expected-returns.tsx'
import styles from './figure-drawer.module.css'
import { buildSubjectLink } from './subject.tsx'

const PAGE = 20

type ExpectedFigure = 'accrued' | 'due'

const LABELS: Record<FigureName | ExpectedFigure, [title: string, lead: string]> = {
  balance: [
    'Account Balance',
    'Every entry that changed your cash or what is invested, newest first. What only moved ' +
      'between the two is left out.',
  ],
  deposits: ['Total Deposit', 'Every deposit that was credited to you, newest first.'],
  withdrawals: [
    'Total Withdrawals',
    'Every payment to your addresses and every fee, newest first.',
  ],
  interest: [
    'Accumulated Interest',
    'Returns paid to you, less what you withdrew or invested again, newest first.',
  ],
  held: ['Set aside', 'What was set aside for withdrawals, given back, or paid, newest first.'],
  accrued: [
    'Accrued',
    'What the running terms have come to by their targets so far. It is an estimate, has no ' +
      'entry in the books and is part of no balance.',
  ],
  due: [
    'Due',
    'What ended terms came to and is not paid yet. It is paid only out of income recorded ' +
      'for the plan, and is part of no balance until then.',
  ],
}

const getAmount = (user: OwnUser, figure: FigureName | ExpectedFigure) =>
  ({
    balance: user.withdrawable_balance,
    deposits: user.total_invest,
    withdrawals: user.total_withdrawal,
    interest: user.total_balance,
    held: user.held,
    accrued: user.accrued,
    due: user.due,
  })[figure]

const isEntries = (figure: string): figure is FigureName =>
  FIGURE_NAMES.some((name) => name === figure)

/** Returns the figure that is open in the address. */
function useOpenFigure() {
  const [params, change] = useAddress()
  const named = params.get('figure') ?? ''
  const close = () =>
    change((now) => {
      const next = new URLSearchParams(now)
      next.delete('figure')
      return next
    })

  return { figure: named in LABELS ? (named as keyof typeof LABELS) : undefined, close }
}

/** Shows the journal rows behind a figure, or the positions behind an estimate. */
export function FigureDrawer({ user }: { user: OwnUser | undefined }) {
  const { figure, close } = useOpenFigure()
  const open = user && figure

  return (
    <Drawer
      open={Boolean(open)}
      onClose={close}
      title={open && LABELS[figure][0]}
      aside={open && <Money amount={getAmount(user, figure)} />}
      foot={<TextLink to="/dashboard/statements">Statements</TextLink>}
    >
      {open && <p className={styles.lead}>{LABELS[figure][1]}</p>}
      {open &&
        (isEntries(figure) ? <Entries figure={figure} /> : <ExpectedReturns figure={figure} />)}
    </Drawer>
  )
}

const columns: readonly Column<OwnFigureEntry>[] = [
  {
    id: 'what',
    header: 'Entry',
    text: ({ what }) => what,
    cell: (row) => <EntryText row={row} />,
    sort: false,
  },
  {
    id: 'change',
    header: 'Amount, USD',
    text: ({ change }) => change,
    cell: ({ change }) => <Figure amount={change} sign="always" coloured />,
    sort: false,
    align: 'money',
  },
]

function EntryText({
  row: { what, details, day, journalNumber, reference },
}: {
  row: OwnFigureEntry
}) {
  return (
    <div className={styles.entry}>
      <b>{what}</b>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      <p>
        <DayOf day={day} /> ·{' '}
        {journalNumber ? (
          <JournalNumber number={`L-${journalNumber}`} to={buildSubjectLink(reference, day)} />
        ) : (
          'Not chained yet'
        )}
      </p>
    </div>
  )
}

function Entries({ figure }: { figure: FigureName }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...portfolioCalls.figure.infiniteOptions({
        input: (before: string | undefined) => ({ figure, limit: PAGE, before }),
        initialPageParam: undefined,
        getNextPageParam: ({ data: { next } }) => next ?? undefined,
      }),
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.data.entries.some(({ journalNumber }) => journalNumber === null)
          ? CHAIN_POLL_MS
          : false,
    })

  const rows = data?.pages.flatMap((page) => page.data.entries)
  const total = data?.pages[0]?.data.total

  return (
    <>
      <DataTable
        plain
        caption={LABELS[figure][0]}
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="Nothing has been posted to it yet."
        {...(total !== undefined && rows?.length
          ? {
              totals: {
                what: hasNextPage ? 'All of them, older ones too' : 'All of them',
                change: <Figure amount={total} />,
              },
            }
          : {})}
      />
      {hasNextPage && (
        <Button
          block
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  )
}
