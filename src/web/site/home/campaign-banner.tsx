import { ButtonLink } from '#ui/actions/button.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Money } from '#ui/figures/money.tsx'
import { timeLeft } from '#ui/figures/time-left.ts'
import { CalendarDay } from '#ui/figures/when.tsx'
import styles from './campaign-banner.module.css'

export type Banner = {
  code: string
  name: string
  text: string
  amount: bigint
  endsOn: string
  /** Milliseconds until it ends, in its last seven days; null before. The end date is fixed. */
  leftMs: number | null
}

/** An arbitrary hash: the ornament of a banner carries no information. */
const ORNAMENT = '6d2f90c41ab8e3575f20d9c6b81e47a03c95f8712dea604bb1793e58c0fd264a'

/** Renders a published campaign until its last day, with a countdown in the last seven days. */
export function CampaignBanner({ code, name, text, amount, endsOn, leftMs }: Banner) {
  return (
    <aside
      className={styles.banner}
      aria-label="Campaign"
      data-source="publicCampaign"
      data-enter=""
    >
      <div className={styles.text}>
        <h3>{name}</h3>
        <p>{text}</p>
        <p>
          <Money amount={amount} /> after your first completed deposit. First come, first served,
          while the budget lasts. Ends <CalendarDay day={endsOn} />.
        </p>
        {leftMs !== null && (
          <p className={styles.soon}>
            <b>Offer Ends Soon</b>{' '}
            <span
              className="num"
              role="timer"
              aria-live="off"
              data-left-ms={leftMs}
              data-over="This offer has ended."
            >
              {timeLeft(leftMs)}
            </span>
          </p>
        )}
        <ButtonLink
          to={`/signup?campaign=${encodeURIComponent(code)}`}
          size="lg"
          className={styles.button}
        >
          Claim Airdrops
        </ButtonLink>
      </div>
      <HashRosette hash={ORNAMENT} density={1} stroke={0.4} className={styles.rosette} />
    </aside>
  )
}
