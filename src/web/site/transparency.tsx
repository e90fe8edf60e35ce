import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { getSetting } from '#modules/settings/queries.ts'
import { getTransparencyReport, type TransparencyReport } from '#modules/transparency/queries.ts'
import { When } from '#ui/figures/when.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { appContext } from '../context.ts'
import { buildSiteMeta } from './meta.ts'
import { IncomeSheet } from './parts/income-sheet.tsx'
import { PageHead } from './parts/page-head.tsx'
import { Paused } from './parts/paused.tsx'
import { PlanResults } from './parts/plan-results.tsx'
import { Balance, Liquidity } from './transparency/balance-sheet.tsx'
import { DeciderFacts } from './transparency/deciders.tsx'
import { HeldPlaces } from './transparency/held-places.tsx'
import { History } from './transparency/history.tsx'
import { Proof } from './transparency/proof.tsx'
import { Reserves } from './transparency/reserves.tsx'
import { Times } from './transparency/times.tsx'
import styles from './transparency.module.css'

export const meta = buildSiteMeta

const FREEZE_NOTE = 'An integrity check failed. Transfers resume once two admins have approved it.'

/** Loads the transparency report of the last minute; it only reads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { withdrawals: paused } = await getSetting(app.db, app.config, 'pauses')
  return { report: await getTransparencyReport(app), paused }
}

/** Renders everything public about the money, each figure from the ledger. */
export default function Transparency() {
  const { report, paused } = useLoaderData<typeof loader>()
  const { mode } = useSiteConfig()

  return (
    <>
      <Section id="books">
        <PageHead title="Open books">
          As of <When at={report.readAt.toISOString()} timeZone="UTC" /> UTC. These figures come
          straight from the ledger behind members’ statements, and from the latest balances on the
          blockchain and at the bank.
        </PageHead>
        {mode === 'sandbox' && (
          <p className={styles.sample}>All money in this sandbox is simulated.</p>
        )}
        {report.frozen && (
          <Callout tone="error" title="Transfers are frozen">
            <p>
              {FREEZE_NOTE} {report.frozen}
            </p>
          </Callout>
        )}
        <Balance report={report} />
      </Section>
      <Section
        id="places"
        tone="surface"
        title="Where assets are held"
        lead="Our ledger compared with the latest balances on the blockchain and at the bank."
      >
        <HeldPlaces held={report.held} reserves={report.reserves} />
      </Section>
      <Section id="history" title="Day by day" lead="What the log recorded, once a day.">
        <History days={report.history} />
      </Section>
      <Section
        id="reserves"
        title="Proof of reserves"
        lead="Statements signed with the keys of the addresses that hold the assets."
      >
        <Reserves reserves={report.reserves} />
      </Section>
      <Section
        id="liquidity"
        title="If deposits stopped today"
        lead="How much could be paid, and when."
      >
        <Liquidity report={report} />
      </Section>
      <Income plans={report.plans} sandbox={mode === 'sandbox'} />
      <Operation report={report} paused={paused?.reason ?? null} live={mode === 'live'} />
      <Section
        id="proof"
        title="How to verify these figures"
        lead="What you can check yourself, and what this page doesn’t show."
      >
        <Proof report={report} />
      </Section>
    </>
  )
}

type OperationProps = { report: TransparencyReport; paused: string | null; live: boolean }

/** Renders how long withdrawals take, and who approves them. */
const Operation = ({ report, paused, live }: OperationProps) => (
  <>
    <Section id="times" title="How long withdrawals take">
      {paused && <Paused what="Withdrawals" reason={paused} />}
      <Times {...report.withdrawals} />
    </Section>
    <Section id="deciders" tone="surface" title="Who approves money movements">
      <DeciderFacts deciders={report.deciders} live={live} />
    </Section>
  </>
)

type IncomeProps = { plans: TransparencyReport['plans']; sandbox: boolean }

/** Renders what the plans earned, lost and paid. */
const Income = ({ plans, sandbox }: IncomeProps) => (
  <Section
    id="income"
    tone="surface"
    title="Income statement"
    lead="What the plans earned and lost, and the returns they paid."
  >
    <div className={styles.columns}>
      <PlanResults plans={plans} />
      <IncomeSheet plans={plans} sandbox={sandbox} />
    </div>
  </Section>
)
