import type { OpenPlan } from '#modules/transparency/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Wrap } from '#ui/layout/site-frame.tsx'
import { IncomeSheet } from '../parts/income-sheet.tsx'
import styles from './let-us-work.module.css'

/** Renders how returns come about, next to the income statement that shows it. */
export function LetUsWork({ plans, sandbox }: { plans: readonly OpenPlan[]; sandbox: boolean }) {
  return (
    <section className={styles.deep}>
      <Wrap className={styles.columns}>
        <div>
          <h2>Let Us Work For You.</h2>
          <p>
            You choose the plan and the amount. We invest it, record every step and pay you from
            what it earns.
          </p>
          <p>
            <strong>If a plan earns nothing, it pays nothing.</strong> Returns are paid only from
            income recorded for the plan, never from other members’ deposits. Our ledger has no
            transfer from a deposit to a plan’s income.
          </p>
          <div className={styles.actions}>
            <ButtonLink to="/signup" size="lg" className={styles.filled}>
              Create Your account
            </ButtonLink>
            <ButtonLink to="/transparency#income" size="lg" className={styles.outlined}>
              View the income statement
            </ButtonLink>
          </div>
        </div>
        <IncomeSheet plans={plans} sandbox={sandbox} />
      </Wrap>
    </section>
  )
}
