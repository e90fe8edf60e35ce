import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Currency, formatAmount } from '#lib/money.ts'
import { getTrialBalance, listAccounts, listEntries } from '#modules/ledger/queries.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { appContext } from '../context.ts'
import styles from './ledger.module.css'

const ROWS = 500

const formatExact = (units: bigint | null, currency: Currency) =>
  units === null ? '' : formatAmount(units, currency)

/** Loads every account, or the newest rows of one account or of all. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { db } = context.get(appContext)
  const account = new URL(request.url).searchParams.get('account')
  const [accounts, entries, trial] = await Promise.all([
    listAccounts(db),
    listEntries(db, { ...(account && { account }), limit: ROWS }),
    getTrialBalance(db),
  ])

  return {
    account,
    accounts: accounts.map(({ code, accountType, currency, balance }) => ({
      code,
      kind: accountType,
      currency,
      balance: formatExact(balance, currency),
    })),
    entries: entries.map((row) => ({
      entry: String(row.journalId),
      seq: row.seq === null ? 'Pending' : String(row.seq),
      kind: row.transferType,
      debit: row.debit,
      credit: row.credit,
      currency: row.currency,
      amount: formatExact(row.amount, row.currency),
      effective: row.effectiveDate,
      postedAt: row.postedAt.toISOString(),
      reference: row.reference,
      actor: row.actor,
      reason: row.reason ?? '',
      receipt: row.receipt ?? '',
    })),
    trial: trial
      .filter((line) => line.accountType === null)
      .map(({ currency, balance }) => ({ currency, sum: formatExact(balance, currency) })),
  }
}

type LedgerData = Awaited<ReturnType<typeof loader>>
type AccountRow = LedgerData['accounts'][number]
type EntryRow = LedgerData['entries'][number]

const buildAccountPath = (code: string) => `/dev/ledger?account=${encodeURIComponent(code)}`
const AccountLink = ({ code }: { code: string }) => (
  <TextLink className={styles.code} to={buildAccountPath(code)}>
    {code}
  </TextLink>
)

const accountColumns: readonly Column<AccountRow>[] = [
  {
    id: 'code',
    header: 'Account',
    text: (row) => row.code,
    cell: (row) => <AccountLink code={row.code} />,
  },
  { id: 'kind', header: 'Type', text: (row) => row.kind, priority: 2 },
  { id: 'currency', header: 'Currency', text: (row) => row.currency, priority: 2 },
  {
    id: 'balance',
    header: 'Balance',
    text: (row) => row.balance,
    cell: (row) => <Money amount={row.balance} unit={row.currency} />,
    align: 'money',
  },
]

const Movement = ({ row }: { row: EntryRow }) => (
  <dl className={styles.movement}>
    <dt>from</dt>
    <dd>
      <AccountLink code={row.debit} />
    </dd>
    <dt>to</dt>
    <dd>
      <AccountLink code={row.credit} />
    </dd>
  </dl>
)

const entryColumns: readonly Column<EntryRow>[] = [
  { id: 'entry', header: 'Row', text: (row) => row.entry, sort: (row) => BigInt(row.entry) },
  { id: 'seq', header: 'Chain number', text: (row) => row.seq, priority: 3 },
  {
    id: 'kind',
    header: 'Type',
    text: (row) => [row.kind, row.reason].filter(Boolean).join(': '),
    cell: (row) => (
      <Broken>{[row.kind.replaceAll('_', ' '), row.reason].filter(Boolean).join(': ')}</Broken>
    ),
    priority: 2,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    text: (row) => `${row.debit} > ${row.credit}`,
    cell: (row) => <Movement row={row} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: (row) => `${row.amount} ${row.currency}`,
    cell: (row) => <Money amount={row.amount} unit={row.currency} />,
    align: 'money',
  },
  {
    id: 'effective',
    header: 'Effective date',
    text: (row) => row.effective,
    cell: (row) => <CalendarDay day={row.effective} />,
    priority: 3,
  },
  {
    id: 'about',
    header: 'Reference, actor, receipt',
    text: (row) => [row.reference, row.actor, row.receipt].filter(Boolean).join(' '),
    cell: (row) => (
      <Broken>{[row.reference, row.actor, row.receipt].filter(Boolean).join(' ')}</Broken>
    ),
    priority: 3,
  },
]

const Broken = ({ children }: { children: string }) => (
  <span className={styles.broken}>{children}</span>
)

export default function DevLedger() {
  const { account, accounts, entries, trial } = useLoaderData<typeof loader>()
  const accountTable = useUrlTableState('accounts')
  const entryTable = useUrlTableState('rows')
  const sums = trial.map(({ currency, sum }) => `${currency} ${sum}`).join(', ')

  return (
    <>
      <PageHeading
        title="Ledger"
        lead={
          sums
            ? `The accounts of each currency must sum to zero: ${sums}.`
            : 'No entries have been posted yet.'
        }
      />
      <Panel
        title={account ? `Newest rows of ${account}` : 'Newest rows'}
        aside={account && <TextLink to="/dev/ledger">All rows</TextLink>}
        flush
      >
        <DataTable
          caption="Journal rows"
          columns={entryColumns}
          rows={entries}
          rowKey={(row) => row.entry}
          searchable
          dense
          exportName="journal"
          {...entryTable}
        />
      </Panel>
      <Panel title="Accounts" flush>
        <DataTable
          caption="Accounts"
          columns={accountColumns}
          rows={accounts}
          rowKey={(row) => row.code}
          searchable
          dense
          exportName="accounts"
          {...accountTable}
        />
      </Panel>
    </>
  )
}
