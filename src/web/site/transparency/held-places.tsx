import type { ReactNode } from 'react'
import { formatAmount } from '#lib/money.ts'
import type { BackingAssets, PublishedReserve } from '#modules/transparency/model.ts'
import type { Confirmation, CountedPlace, UnclearedBreak } from '#modules/treasury/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import styles from './held-places.module.css'

const PLACE_LABELS: Record<string, string> = {
  hot: 'Hot wallet',
  cold: 'Cold wallet',
  bank: 'Bank account',
}

/** Formats the name of a place with its currency. */
export const formatPlace = (place: string, currency: string): string =>
  `${PLACE_LABELS[place] ?? place}, ${currency === 'USD' ? 'US dollars' : currency}`

const describeAgreement = (confirmation: Confirmation, maxAgeDays: number): string => {
  if (confirmation === 'old')
    return `The external balance is more than ${maxAgeDays} days old, so the lower figure counts.`
  return confirmation === 'agrees'
    ? 'The ledger and the external balance matched when last compared.'
    : 'There is no external balance yet. We count the ledger balance for the first ' +
        `${maxAgeDays} days, and zero after that.`
}

type HeldPlacesProps = { held: BackingAssets; reserves: readonly PublishedReserve[] }

/** Displays each place with its ledger balance, its latest external balance and what counts. */
export function HeldPlaces({ held: { places, maxAgeDays }, reserves }: HeldPlacesProps) {
  const used = places.filter(
    ({ held, outside, breaks }) => held !== 0n || outside?.units || breaks.length > 0,
  )

  return (
    <div className={styles.places} data-source="openBooks">
      <p>
        If the ledger and the external balance differ, or the external balance is more than{' '}
        {maxAgeDays} days old, we count the lower one. A shortage counts until a later external
        balance matches the ledger, even after two admins have explained it. A balance entered by
        staff is one person’s statement, with evidence.
      </p>
      {used.length === 0 ? (
        <p>No assets are held yet.</p>
      ) : (
        used.map((one) => (
          <Place
            key={`${one.place} ${one.currency}`}
            one={one}
            maxAgeDays={maxAgeDays}
            reserves={reserves}
          />
        ))
      )}
    </div>
  )
}

type PlaceProps = { one: CountedPlace; maxAgeDays: number }

function Place({ one, maxAgeDays, reserves }: PlaceProps & Pick<HeldPlacesProps, 'reserves'>) {
  const { place, currency, held, outside, counted, cents } = one
  return (
    <section>
      <h3>{formatPlace(place, currency)}</h3>
      <dl>
        <Fact label="Ledger balance">
          <Amount units={held} currency={currency} />
        </Fact>
        <Fact label="Latest external balance">
          {outside ? (
            <>
              <Amount units={outside.units} currency={currency} />
              <small>
                <When at={outside.asOf.toISOString()} timeZone="UTC" /> UTC,{' '}
                {outside.source === 'fetched' ? 'fetched automatically' : 'entered by staff'}
              </small>
            </>
          ) : (
            'None'
          )}
        </Fact>
        {currency !== 'USD' && (
          <Fact label="Signed by the keys of its addresses">
            <SignedAmount own={reserves.filter((reserve) => isSamePlace(reserve, one))} />
          </Fact>
        )}
        <Fact label="Counted as held">
          <Amount units={counted} currency={currency} />
          {currency !== 'USD' && (
            <small>{cents === null ? 'No current price' : <Money amount={cents} />}</small>
          )}
        </Fact>
      </dl>
      <Note one={one} maxAgeDays={maxAgeDays} />
    </section>
  )
}

const isSamePlace = (reserve: PublishedReserve, { place, currency }: CountedPlace) =>
  reserve.place === place && reserve.coin === currency

/** Displays what signed statements prove of a place, and when the oldest of them was verified. */
function SignedAmount({ own }: { own: readonly PublishedReserve[] }) {
  const proofs = own.flatMap(({ proof, state }) => (state === 'proved' && proof ? [proof] : []))
  const coin = own[0]?.coin
  if (!coin || proofs.length === 0) return 'None'

  const units = proofs.reduce((sum, proof) => sum + proof.units, 0n)
  const since = Math.min(...proofs.map(({ verifiedAt }) => verifiedAt.getTime()))
  return (
    <>
      <Amount units={units} currency={coin} />
      <small>
        {proofs.length} of {own.length} addresses,{' '}
        <When at={new Date(since).toISOString()} timeZone="UTC" /> UTC
      </small>
    </>
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
    The external balance was <Amount units={toSize(difference)} currency={currency} />{' '}
    {difference < 0n ? 'lower' : 'higher'} than the ledger. Open since{' '}
    <When at={since.toISOString()} timeZone="UTC" /> UTC,{' '}
    {explainedAt ? (
      <>
        explained by {difference < 0n ? 'two admins' : 'staff'} on{' '}
        <When at={explainedAt.toISOString()} timeZone="UTC" /> UTC.
      </>
    ) : (
      <b>not yet explained.</b>
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
    <Money amount={formatAmount(units, currency)} unit={currency} />
  )
