import { formatUsd } from '#lib/money.ts'
import type { LogReport } from '#modules/transparency/model.ts'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import styles from '../transparency.module.css'

/** Displays the transparency log, its witnesses and the latest proof of liabilities. */
export function LogFacts({ log }: { log: LogReport | null }) {
  if (!log) return null
  const { proof, witnesses } = log
  const cosigned = witnesses.filter(({ cosignedAt }) => cosignedAt)
  const times = cosigned.map(({ cosignedAt }) => cosignedAt?.getTime() ?? 0)

  return (
    <>
      <p>
        <b>The log.</b> These figures, the heads of the ledger and the terms of plans are entries of
        a public log that can only grow: {log.size} entries,{' '}
        {witnesses.length === 0 ? (
          'without independent witnesses'
        ) : (
          <>
            cosigned by {cosigned.length} of {witnesses.length} witnesses
            {times.length > 0 && (
              <>
                {' '}
                at <When at={new Date(Math.min(...times)).toISOString()} timeZone="UTC" /> UTC
              </>
            )}
          </>
        )}
        . Download its <a href="/open-books/log/checkpoint">checkpoint</a>; its tiles are in the
        formats of C2SP. Its <a href="/open-books/log/vkeys">keys</a>:
      </p>
      {log.vkeys.map((vkey) => (
        <p key={vkey} className={styles.hash}>
          {vkey.length > VKEY_CHARS ? `${vkey.slice(0, VKEY_CHARS)}…` : vkey}
        </p>
      ))}
      {proof && (
        <p>
          <b>Proof of liabilities.</b> On <CalendarDay day={proof.day} />, at entry L-{proof.seq},
          members were owed <span data-source="openBooks">{formatUsd(proof.owed)}</span>. Members
          find their own balance in it under Verify my balance. The{' '}
          <a href={`/open-books/log/${proof.tilePath}`}>bundle of the log</a> with its manifest and
          the <a href={`/open-books/nodes/${proof.epoch}`}>nodes of its tree</a> are public.
        </p>
      )}
    </>
  )
}

/** A key of ML-DSA-44 has 1,312 bytes: its name and id are enough to compare it. */
const VKEY_CHARS = 140
