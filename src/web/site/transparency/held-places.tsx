import type { ReactNode } from 'react'
import { formatAmount } from '#lib/money.ts'
import type { BackingAssets } from '#modules/transparency/model.ts'
import type { Confirmation, CountedPlace, UnclearedBreak } from '#modules/treasury/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import styles from './held-places.module.css'

const PLACE_LABELS: Record<string, string> = {
  hot: 'Hot wallet',
  cold: 'Cold wallet',
  bank: 'Bank account',
}

const describeAgreement = (confirmation: Confirmation, maxAgeDays: number): string => {
  if (confirmation === 'old')
    return `The last figure is more than ${maxAgeDays} days old, so the lower one counts.`
  return confirmation === 'agrees'
    ? 'Ledger and outside agreed when they were last compared.'
    : `No figure from outside yet. Such a place counts for ${maxAgeDays} days, then for nothing.`
}

/** Displays each place with its ledger balance, its last figure from outside and what counts. */
export function HeldPlaces({ held: { places, maxAgeDays } }: { held: BackingAssets }) {
  const used = places.filter(
    ({ held, outside, breaks }) => held !== 0n || outside?.units || breaks.length > 0,
  )

  return (
    <div className={styles.places} data-source="openBooks">
      <p>
        While the two differ, and when the last figure from outside is more than {maxAgeDays} days
        old, the lower one counts as held. What was missing stays missing until a later figure
        agrees, also when staff explained it; explaining a shortage takes two admins. A figure that
        staff entered is the statement of one person, with evidence.
      </p>
      {used.length === 0 ? (
        <p>Nothing is held yet.</p>
      ) : (
        used.map((one) => (
          <Place key={`${one.place} ${one.currency}`} one={one} maxAgeDays={maxAgeDays} />
        ))
      )}
    </div>
  )
}

type PlaceProps = { one: CountedPlace; maxAgeDays: number }

function Place({ one, maxAgeDays }: PlaceProps) {
  const { place, currency, held, outside, counted, cents } = one
  return (
    <section>
      <h3>
        {PLACE_LABELS[place] ?? place}, {currency === 'USD' ? 'US dollars' : currency}
      </h3>
      <dl>
        <Fact label="Ledger">
          <Amount units={held} currency={currency} />
        </Fact>
        <Fact label="Last figure from outside">
          {outside ? (
            <>
              <Amount units={outside.units} currency={currency} />
              <small>
                <When at={outside.asOf.toISOString()} timeZone="UTC" /> UTC,{' '}
                {outside.source === 'fetched' ? 'fetched by a feed' : 'entered by staff'}
              </small>
            </>
          ) : (
            'none'
          )}
        </Fact>
        <Fact label="Counts as held">
          <Amount units={counted} currency={currency} />
          {currency !== 'USD' && (
            <small>{cents === null ? 'no current price' : <Money amount={cents} />}</small>
          )}
        </Fact>
      </dl>
      <Note one={one} maxAgeDays={maxAgeDays} />
    </section>
  )
}

function Note({ one: { confirmation, breaks, currency }, maxAgeDays }: PlaceProps) {
  if (confirmation !== 'break' && confirmation !== 'explained')
    return <p>{describeAgreement(confirmation, maxAgeDays)}</p>

  return (
    <ul>
      {breaks.map((uncleared) => (
        <li key={uncleared.since.toISOString()}>
          <BreakFacts uncleared={uncleared} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

const toSize = (difference: bigint) => (difference < 0n ? -difference : difference)

type BreakProps = { uncleared: UnclearedBreak; currency: CountedPlace['currency'] }

const BreakFacts = ({ uncleared: { since, explainedAt, difference }, currency }: BreakProps) => (
  <>
    Outside held <Amount units={toSize(difference)} currency={currency} />{' '}
    {difference < 0n ? 'less' : 'more'} than the ledger. Known since{' '}
    <When at={since.toISOString()} timeZone="UTC" /> UTC,{' '}
    {explainedAt ? (
      <>
        explained by {difference < 0n ? 'two admins' : 'staff'} on{' '}
        <When at={explainedAt.toISOString()} timeZone="UTC" /> UTC.
      </>
    ) : (
      <b>not explained yet.</b>
    )}
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type AmountProps = { units: bigint; currency: CountedPlace['currency'] }

const Amount = ({ units, currency }: AmountProps) =>
  currency === 'USD' ? (
    <Money amount={units} />
  ) : (
    <Money amount={formatAmount(units, currency)} scale={0} unit={currency} />
  )
