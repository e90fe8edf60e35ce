import { COINS } from '#lib/currencies.ts'
import { formatAmount } from '#lib/money.ts'
import type { PublishedReserve } from '#modules/transparency/model.ts'
import { NOT_COVERED, RESERVES_MEANING } from '#modules/treasury/components/reserve-labels.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import styles from './reserves.module.css'

const STATES: Record<PublishedReserve['state'], string> = {
  proved: 'Proved',
  unproved: 'Unproved: no signed statement yet.',
  not_covered: 'Not covered.',
}

/** Displays the operator's addresses of each coin, with what proves control of them. */
export function Reserves({ reserves }: { reserves: readonly PublishedReserve[] }) {
  const coins = COINS.filter((coin) => reserves.some((one) => one.coin === coin))

  return (
    <div className={styles.reserves}>
      <p>{RESERVES_MEANING} Anyone can check a statement with its address, text and signature.</p>
      {coins.length === 0 && <p>No address is listed yet, so no reserve is proved.</p>}
      {coins.map((coin) => (
        <section key={coin}>
          <h3>{coin}</h3>
          <CoinSummary own={reserves.filter((one) => one.coin === coin)} />
          <ul>
            {reserves
              .filter((one) => one.coin === coin)
              .map((one) => (
                <li key={`${one.chain} ${one.address}`}>
                  <ReserveFacts one={one} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p>
        Not covered: US dollars at a bank, because a bank account has no key to sign with, and
        addresses that aren’t listed here, such as those that members pay to.
      </p>
    </div>
  )
}

function CoinSummary({ own }: { own: readonly PublishedReserve[] }) {
  const proved = own.flatMap(({ proof, state }) => (state === 'proved' && proof ? [proof] : []))
  const countState = (state: PublishedReserve['state']) =>
    own.filter((one) => one.state === state).length
  const coin = own[0]?.coin
  if (!coin) return null

  const units = proved.reduce((sum, one) => sum + one.units, 0n)
  return (
    <p>
      Proved: <Money amount={formatAmount(units, coin)} unit={coin} /> on {proved.length} of{' '}
      {own.length} addresses, at the block of each statement. Unproved: {countState('unproved')}.
      Not covered: {countState('not_covered')}.
    </p>
  )
}

function ReserveFacts({ one }: { one: PublishedReserve }) {
  const { address, coin, state, proof, wallet } = one
  if (state !== 'proved' || !proof)
    return (
      <>
        <b className={styles.address}>{address}</b>
        <p>
          {STATES[state]} {wallet !== 'single_key' && NOT_COVERED[wallet]}
        </p>
      </>
    )

  return (
    <>
      <b className={styles.address}>{address}</b>
      <p>
        Proved on <When at={proof.verifiedAt.toISOString()} timeZone="UTC" /> UTC, with{' '}
        <Money amount={formatAmount(proof.units, coin)} unit={coin} /> at block {proof.block.height}
        {proof.simulated && ' of the simulated chain'}.
      </p>
      <details>
        <summary>Statement and signature</summary>
        <pre>{proof.statement}</pre>
        <CopyButton text={proof.statement} label="Copy statement" />
        <pre>{proof.signature}</pre>
        <CopyButton text={proof.signature} label="Copy signature" />
        <p>Signed by {FORMATS[proof.format]}.</p>
      </details>
    </>
  )
}

const FORMATS: Record<NonNullable<PublishedReserve['proof']>['format'], string> = {
  bip322: 'BIP-322',
  bip137: 'BIP-137',
  eip191: 'EIP-191 (personal_sign)',
  tip191: 'TIP-191 (signMessageV2)',
}
