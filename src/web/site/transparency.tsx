import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { getSetting } from '#modules/settings/queries.ts'
import { computeCoverage, computeImmediateCoverage } from '#modules/transparency/model.ts'
import { getTransparencyReport, type TransparencyReport } from '#modules/transparency/queries.ts'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDuration } from '#ui/figures/span.ts'
import { When } from '#ui/figures/when.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { appContext } from '../context.ts'
import { buildSiteMeta } from './meta.ts'
import { Fact } from './parts/facts.tsx'
import { IncomeSheet } from './parts/income-sheet.tsx'
import { PageHead } from './parts/page-head.tsx'
import { Paused } from './parts/paused.tsx'
import { PlanResults } from './parts/plan-results.tsx'
import styles from './transparency.module.css'

export const meta = buildSiteMeta

const FREEZE_NOTE =
  'An integrity check failed, and no money moves until two people have investigated it.'

/** Loads the transparency report of the last minute; it only reads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { withdrawals: paused } = await getSetting(app.db, app.config, 'pauses')
  return { books: await getTransparencyReport(app), paused }
}

/** Renders everything public about the money, each figure from the ledger. */
export default function Transparency() {
  const { books, paused } = useLoaderData<typeof loader>()
  const { mode } = useSiteConfig()

  return (
    <>
      <Section id="books">
        <PageHead title="Open books">
          These figures come straight from the ledger behind members’ statements, as of{' '}
          <When at={books.readAt.toISOString()} timeZone="UTC" /> UTC.
        </PageHead>
        {mode === 'sandbox' && (
          <p className={styles.sample}>The money in this sandbox is simulated.</p>
        )}
        {books.frozen && (
          <Callout tone="error" title="Transfers are frozen">
            <p>
              {FREEZE_NOTE} {books.frozen}
            </p>
          </Callout>
        )}
        <Balance report={books} />
      </Section>
      <Section
        id="liquidity"
        tone="surface"
        title="If deposits stopped today"
        lead="Who could be paid, and when"
      >
        <Liquidity report={books} />
      </Section>
      <Section
        id="income"
        title="Income statement"
        lead="What the plans earned and lost, and the returns paid from it."
      >
        <div className={styles.columns}>
          <PlanResults plans={books.plans} />
          <IncomeSheet plans={books.plans} sandbox={mode === 'sandbox'} />
        </div>
      </Section>
      <Section id="times" tone="surface" title="How long withdrawals take">
        {paused && <Paused what="Withdrawals" reason={paused.reason} />}
        <Times {...books.withdrawals} />
      </Section>
      <Section id="proof" title="How to verify this" lead="And what this page does not show.">
        <Proof report={books} />
      </Section>
    </>
  )
}

function Balance({ report: { owed, held } }: { report: TransparencyReport }) {
  const perDollar = computeCoverage(held.total, owed.total)
  return (
    <div className={styles.balance} data-source="openBooks">
      <Sheet title="Owed to members" total={owed.total}>
        <Fact
          label={
            `Invested in plans, ${owed.members} member ` +
            `${owed.members === 1 ? 'balance' : 'balances'}`
          }
        >
          <Money amount={owed.invested} />
        </Fact>
        <Fact label="Cash, returns paid and pending withdrawals">
          <Money amount={owed.atOnce} />
        </Fact>
      </Sheet>
      <Sheet title="Assets held" total={held.total}>
        {held.coins.map(({ currency, amount, cents }) => (
          <Fact
            key={currency}
            label={currency === 'USD' ? 'Dollars in the bank' : `${amount} ${currency}`}
          >
            {cents === null ? 'no current price' : <Money amount={cents} />}
          </Fact>
        ))}
        <Fact label="Placed for plans, at cost">
          <Money amount={held.placed} />
        </Fact>
      </Sheet>
      <p className={styles.cover}>
        {perDollar === null ? (
          'Nothing is currently owed to members.'
        ) : (
          <>
            Held for each $1.00 owed: <Money amount={perDollar} />.{' '}
            {perDollar < 100n && (
              <b>That is less than what is owed. Crypto is valued at current prices.</b>
            )}
          </>
        )}
      </p>
    </div>
  )
}

type SheetProps = { title: string; total: bigint; children: React.ReactNode }

const Sheet = ({ title, total, children }: SheetProps) => (
  <div className={styles.sheet}>
    <h2>{title}</h2>
    <dl>
      {children}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>
          <Money amount={total} />
        </dd>
      </div>
    </dl>
  </div>
)

function Liquidity({ report: { owed, held, plans } }: { report: TransparencyReport }) {
  const due = plans.reduce((sum, plan) => sum + plan.due, 0n)
  return (
    <div className={styles.prose} data-source="openBooks">
      <p>
        Members could withdraw <Money amount={owed.atOnce} /> today without notice. In custody there
        is <Money amount={held.custody} />: of each dollar requested today,{' '}
        <Money amount={computeImmediateCoverage(held.custody, owed.atOnce)} /> could be paid today.
      </p>
      <p>
        <Money amount={owed.invested} /> is invested and can be withdrawn on each plan’s terms.{' '}
        <Money amount={held.placed} /> of it is placed outside and would have to come back first.
      </p>
      <p>
        {due > 0n ? (
          <>
            <Money amount={due} /> in returns is due but unfunded. It can be paid only from plan
            income, never from deposits.
          </>
        ) : (
          'No due return is currently unfunded.'
        )}
      </p>
    </div>
  )
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

function Times({ statedHours, measured }: TransparencyReport['withdrawals']) {
  return (
    <div className={styles.prose} data-source="openBooks">
      <p>
        We aim to pay withdrawals within <b>{statedHours} hours</b>.
      </p>
      <p>
        {measured ? (
          <>
            Last 30 days: {measured.count} paid. Median{' '}
            <b>{formatMaxDuration(measured.medianMs)}</b>, the slowest{' '}
            <b>{formatMaxDuration(measured.slowestMs)}</b>, from request to payment.
          </>
        ) : (
          'No withdrawal was paid in the last 30 days, so there is no measurement yet.'
        )}
      </p>
    </div>
  )
}

/** Formats a duration, rounded up, so that no figure looks faster than it was. */
function formatMaxDuration(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  return formatDuration(minutes > DAY_MINUTES ? Math.ceil(minutes / 60) * 60 : minutes)
}

function Proof({ report: { chainHead } }: { report: TransparencyReport }) {
  return (
    <div className={styles.proof}>
      {chainHead && (
        <HashRosette
          hash={chainHead.hash}
          density={1.35}
          stroke={0.32}
          className={styles.rosette}
        />
      )}
      <div className={styles.prose}>
        {chainHead ? (
          <>
            <p>
              Every entry up to number {String(chainHead.seq)} is part of one hash chain. Its latest
              hash, to compare with what other people see:
            </p>
            <p className={styles.hash}>{chainHead.hash}</p>
          </>
        ) : (
          <p>The hash chain has no entry yet.</p>
        )}
        <p>
          If the hash of a number changes, or differs between two readers, entries were rewritten.
          Members see the number of each of their entries on their statements.
        </p>
        <p>
          <b>What this does not show.</b> A proof that your balance is included in these totals is
          coming soon. The totals don’t show what the operator owes outside these books, they aren’t
          an audit, and no scheme repays you when an investment falls.
        </p>
      </div>
    </div>
  )
}
