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
        { label: 'Your balance', amount: '24284.16', note: 'US dollars' },
        { label: 'Available', amount: 328416n, note: 'Can be withdrawn now' },
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
          { label: 'deposited', amount: '25250', op: '+' },
          { label: 'income', amount: '1142.68', op: '+' },
          { label: 'affiliate', amount: '41.48', op: '+' },
          { label: 'withdrawn', amount: '2150', op: '-' },
        ],
        total: { label: 'balance', amount: '24284.16' },
      }}
      proof={
        <TextLink to="/dev/ui">
          <HashRosette hash={SAMPLE_HASH} density={0.34} stroke={1.6} />
          Matches the published books
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
              hint: 'Scan it.',
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
              Rate held for{' '}
              <b className="strong">
                <Countdown ms={872_000} over="no longer" />
              </b>
            </>
          ),
          value: <Money amount="0.02740011" unit="BTC" scale={8} />,
          action: <CopyButton text="0.02740011" />,
          large: true,
        },
        {
          label: 'To this address',
          aside: 'Compare the marked groups',
          value: <Address value={SAMPLE_ADDRESS} />,
          action: <CopyButton text={SAMPLE_ADDRESS} />,
        },
        { label: 'Network', value: <Tag tone="neutral">Test network</Tag> },
      ]}
      warning={
        <>
          <b>Bitcoin only, on this network.</b> Anything else sent here is lost.
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
            { label: 'Neither', value: <Change percent="0" /> },
          ]}
          total={{ label: 'Credited to you', value: <Money amount="2500" /> }}
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
