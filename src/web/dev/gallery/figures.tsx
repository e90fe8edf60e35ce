import { CopyButton, CopyLine } from '#ui/actions/copy-button.tsx'
import { Segmented } from '#ui/actions/segmented.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Address } from '#ui/figures/address.tsx'
import { BalanceBand } from '#ui/figures/balance-band.tsx'
import { Change } from '#ui/figures/change.tsx'
import { Countdown } from '#ui/figures/countdown.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Money } from '#ui/figures/money.tsx'
import { QrCode } from '#ui/figures/qr-code.tsx'
import { Sparkline } from '#ui/figures/sparkline.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Grid } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { PaymentDetails } from '#ui/layout/payment-details.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { SAMPLE_ADDRESS, SAMPLE_HASH } from './sample.ts'

export function Band() {
  return (
    <BalanceBand
      label="Balances"
      cells={[
        { label: 'Portfolio value', amount: '24284.16', note: 'US dollars' },
        { label: 'Available', amount: 328416n, note: 'Available to withdraw' },
        { label: 'Invested', amount: '21000', note: 'In 2 plans' },
        {
          label: 'Income paid to date',
          amount: '1142.68',
          note: (
            <>
              <Money amount="148.20" symbol="" sign="always" coloured /> this month{' '}
              <JournalNumber number="L-48213" to="/dev/ledger" />
            </>
          ),
        },
      ]}
      sum={{
        terms: [
          { label: 'deposits', amount: '25250', op: '+' },
          { label: 'income', amount: '1142.68', op: '+' },
          { label: 'referral rewards', amount: '41.48', op: '+' },
          { label: 'withdrawals', amount: '2150', op: '-' },
        ],
        total: { label: 'portfolio value', amount: '24284.16' },
      }}
      proof={
        <TextLink to="/dev/ui">
          <HashRosette hash={SAMPLE_HASH} density={0.34} stroke={1.6} />
          Ledger verified
        </TextLink>
      }
    />
  )
}

export function Payment() {
  return (
    <PaymentDetails
      code={
        <QrCode
          label="QR code of the payment"
          modes={[
            {
              label: 'With amount',
              text: `bitcoin:${SAMPLE_ADDRESS}?amount=0.02740011`,
              hint: 'Scan to pay.',
            },
            { label: 'Address only', text: SAMPLE_ADDRESS },
          ]}
        />
      }
      rows={[
        {
          label: 'Send exactly',
          aside: (
            <>
              Rate expires in{' '}
              <b className="strong">
                <Countdown ms={872_000} over="expired" />
              </b>
            </>
          ),
          value: <Money amount="0.02740011" unit="BTC" />,
          action: <CopyButton text="0.02740011" />,
          large: true,
        },
        {
          label: 'To this address',
          aside: 'Check the highlighted characters',
          value: <Address value={SAMPLE_ADDRESS} />,
          action: <CopyButton text={SAMPLE_ADDRESS} />,
        },
        { label: 'Network', value: <Tag tone="neutral">Test network</Tag> },
      ]}
      warning={
        <>
          <b>Send only BTC on the Bitcoin network.</b> Anything else will be lost permanently.
        </>
      }
    />
  )
}

export function SmallFigures() {
  return (
    <Grid>
      <Panel title="Changes" aside={<Sparkline values={[1, 2, 2, 3, 3, 4, 5, 4, 6]} rising />}>
        <KeyValues
          rows={[
            { label: 'Up', value: <Change percent="1.84" /> },
            { label: 'Down', value: <Change percent="-0.62" /> },
            { label: 'Unchanged', value: <Change percent="0" /> },
          ]}
          total={{ label: 'You’ll be credited', value: <Money amount="2500" /> }}
        />
      </Panel>
      <Panel title="Link">
        <CopyLine text="https://example.org/ABCD1234" />
      </Panel>
      <Panel title="View">
        <Segmented
          label="View"
          value="all"
          onChange={() => undefined}
          options={['all', 'crypto', 'metals'].map((value) => ({ value, label: value }))}
        />
      </Panel>
    </Grid>
  )
}
