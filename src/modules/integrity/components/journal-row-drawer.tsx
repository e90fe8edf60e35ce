import { TextLink } from '#ui/actions/text-link.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import type { JournalRow } from './calls.tsx'
import { buildAccountLink } from './ledger-labels.tsx'

/** Formats a transfer type with spaces. */
export const formatTransferType = (kind: string) => kind.replaceAll('_', ' ')
/** Formats a journal number as L-<number>. */
export const formatJournalNumber = ({ seq }: JournalRow) =>
  seq === null ? 'not chained' : `L-${seq}`

const buildReferenceLink = (reference: string) =>
  `/admin-dashboard/ledger?view=journal&reference=${encodeURIComponent(reference)}`

const AccountLink = ({ code }: { code: string }) => (
  <span className="anywhere">
    <TextLink to={buildAccountLink(code)}>{code}</TextLink>
  </span>
)

/** Displays one journal row in a drawer. */
export const JournalRowDrawer = ({
  row,
  onClose,
}: {
  row: JournalRow | undefined
  onClose: () => void
}) => (
  <Drawer
    open={row !== undefined}
    onClose={onClose}
    title={row ? `Row ${formatJournalNumber(row)}` : 'Row'}
  >
    {row && (
      <DrawerPart title={formatTransferType(row.kind)}>
        <KeyValues
          rows={[
            { label: 'Debit', value: <AccountLink code={row.debit} /> },
            { label: 'Credit', value: <AccountLink code={row.credit} /> },
            {
              label: 'Amount',
              value: (
                <>
                  <Figure amount={row.amount} /> {row.currency}
                </>
              ),
            },
            { label: 'Effective date', value: <CalendarDay day={row.effective} /> },
            { label: 'Posted, UTC', value: <When at={row.postedAt} timeZone="UTC" /> },
            {
              label: 'Reference',
              value: <TextLink to={buildReferenceLink(row.reference)}>{row.reference}</TextLink>,
            },
            { label: 'Reason', value: row.reason ?? 'Not required' },
            { label: 'Posted by', value: <span className="mono meta anywhere">{row.actor}</span> },
            { label: 'Approval', value: row.approval ?? 'Not required' },
          ]}
        />
      </DrawerPart>
    )}
  </Drawer>
)
