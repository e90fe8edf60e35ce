import { formatUsd } from '#lib/money.ts'
import type { LogReport } from '#modules/transparency/model.ts'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import styles from '../transparency.module.css'

/** The findings of `check-log.ts`, which shows one of them. */
const FINDINGS = {
  split: 'The log shows another history than this browser saw before',
  shorter: 'The log has fewer entries than this browser saw before',
  'other-key': 'The log is signed by another key than this browser saw before',
} as const

/** Renders what the browser may find when it compares the log, each hidden until it does. */
function LogCheck() {
  return (
    <div data-log-check aria-live="polite">
      <p data-log-result="first" hidden>
        This browser now remembers the log, and compares it at your next visit.
      </p>
      <p data-log-result="continued" hidden>
        This browser has compared the log: it begins with what you saw before.
      </p>
      <p data-log-result="earlier" hidden>
        This browser has compared the log: it has all that you saw before.
      </p>
      <p data-log-result="unread" hidden>
        This browser couldn’t read the log, so it hasn’t compared it. Load the page again.
      </p>
      {Object.entries(FINDINGS).map(([result, title]) => (
        <div key={result} data-log-result={result} hidden>
          <Callout tone="error" title={title}>
            An honest log only grows, so this needs an explanation. Don’t make a deposit until you
            have one. Save both checkpoints, compare them with what other people see, and send them
            to us and to an independent person, such as an auditor.{' '}
            <a data-log-evidence download="two-checkpoints.json" href="/open-books/log/checkpoint">
              Download both checkpoints
            </a>
          </Callout>
        </div>
      ))}
    </div>
  )
}

/** Warns of each witness that reports another history of the log. */
const WitnessForks = ({ witnesses }: Pick<LogReport, 'witnesses'>) => (
  <>
    {witnesses.map(
      ({ name, forkSince }) =>
        forkSince && (
          <Callout key={name} tone="error" title={`${name} reports another history of this log`}>
            Since <When at={forkSince.toISOString()} timeZone="UTC" /> UTC this witness doesn’t
            sign, because the log doesn’t continue what it saw. Don’t make a deposit until this is
            explained. Save the signed head, compare it with what other people see, and ask us and
            the witness.
          </Callout>
        ),
    )}
  </>
)

/** Displays the log’s number of entries, and which of them its witnesses cosigned. */
function Entries({ log: { size, publishedSize, witnesses } }: { log: LogReport }) {
  if (witnesses.length === 0) return `It has ${size} entries and no independent witnesses.`

  const times = witnesses.flatMap(({ cosignedAt }) => cosignedAt?.getTime() ?? [])
  const lasts = witnesses.flatMap(({ last }) => last ?? [])
  const last = lasts.sort((a, b) => b.size - a.size)[0]
  const isBehind = publishedSize < size

  return (
    <>
      It has {size} entries. {isBehind ? `The first ${publishedSize}` : 'They'} are cosigned by{' '}
      {times.length} of {witnesses.length} independent witnesses
      {times.length > 0 && (
        <>
          {' '}
          at <When at={new Date(Math.min(...times)).toISOString()} timeZone="UTC" /> UTC
        </>
      )}
      .{isBehind && ' The newer ones aren’t cosigned yet.'}
      {times.length === 0 && last && (
        <>
          {' '}
          The last cosignature covers {last.size} entries, at{' '}
          <When at={last.at.toISOString()} timeZone="UTC" /> UTC.
        </>
      )}
    </>
  )
}

/** Displays the transparency log, its witnesses and the latest proof of liabilities. */
export function LogFacts({ log }: { log: LogReport | null }) {
  if (!log) return null
  const { proof, witnesses } = log

  return (
    <>
      <WitnessForks witnesses={witnesses} />
      <p>
        <b>The log.</b> These figures, the latest hashes of the ledger and the terms of plans are
        published in a public log. Entries can be added but not changed or removed.{' '}
        <Entries log={log} />
      </p>
      <p>
        <b>For auditors.</b> The <a href="/open-books/log/checkpoint">signed head</a> covers{' '}
        {log.publishedSize === log.size ? 'all ' : 'the first '}
        {log.publishedSize} entries. The files are in the C2SP tlog-tiles format. The{' '}
        <a href="/open-books/log/vkeys">public keys</a> are:
      </p>
      {log.vkeys.map((vkey) => (
        <p key={vkey} className={styles.hash}>
          {vkey.length > VKEY_CHARS ? `${vkey.slice(0, VKEY_CHARS)}…` : vkey}
        </p>
      ))}
      {witnesses.length > 0 && (
        <p className={styles.names}>
          <b>Witnesses.</b> {witnesses.map(({ name }) => name).join(', ')}. Get their keys from
          them, not from us.
        </p>
      )}
      <LogCheck />
      <p>
        <b>Everything to download.</b> The{' '}
        <a href="/api/transparency" download="open-books.json">
          figures of this page
        </a>{' '}
        as JSON, and every entry of the log as files below <code>/open-books/log/</code>.
      </p>
      {proof && (
        <p>
          <b>Proof of liabilities.</b> On <CalendarDay day={proof.day} />, at entry L-{proof.seq},
          members were owed <span data-source="openBooks">{formatUsd(proof.owed)}</span>. Members
          find their own balance in it under Verify my balance. The{' '}
          <a href={`/open-books/log/${proof.tilePath}`}>entries with the published amounts</a> and
          the <a href={`/open-books/nodes/${proof.epoch}`}>hashes they are checked against</a> are
          public.
        </p>
      )}
    </>
  )
}

/** A key of ML-DSA-44 has 1,312 bytes: its name and id are enough to compare it. */
const VKEY_CHARS = 140
