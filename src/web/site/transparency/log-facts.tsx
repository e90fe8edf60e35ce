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
        <b>The log.</b> These figures, the latest hashes of the ledger and the terms of plans are
        published in a public log. Entries can be added but not changed or removed. It has{' '}
        {log.size} entries,{' '}
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
        . For auditors: the <a href="/open-books/log/checkpoint">signed head</a>, and files in the
        C2SP tlog-tiles format. The <a href="/open-books/log/vkeys">public keys</a>:
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
          <a href={`/open-books/log/${proof.tilePath}`}>log entries with the published amounts</a>{' '}
          and the <a href={`/open-books/nodes/${proof.epoch}`}>hashes they are checked against</a>{' '}
          are public.
        </p>
      )}
    </>
  )
}

/** A key of ML-DSA-44 has 1,312 bytes: its name and id are enough to compare it. */
const VKEY_CHARS = 140
