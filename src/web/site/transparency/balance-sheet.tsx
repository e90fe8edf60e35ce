import { computeCoverage, computeImmediateCoverage } from '#modules/transparency/model.ts'
import type { TransparencyReport } from '#modules/transparency/queries.ts'
import { Money } from '#ui/figures/money.tsx'
import { Fact } from '../parts/facts.tsx'
import styles from '../transparency.module.css'

/** Displays what is owed to members beside what is held for them. */
export function Balance({ report: { owed, held } }: { report: TransparencyReport }) {
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
        <Fact label="Unmatched payments, not held for members">
          <Money amount={-held.suspense} />
        </Fact>
        <Fact label="Placed for plans, at cost">
          <Money amount={held.placed} />
        </Fact>
      </Sheet>
      <p className={styles.cover}>
        Due returns that wait for plan income: <Money amount={owed.due} />. They are not in what is
        owed, because they are paid out of recorded income only.
      </p>
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

/** Displays how much of what is owed can be paid at once. */
export function Liquidity({ report: { owed, held } }: { report: TransparencyReport }) {
  return (
    <div className={styles.prose} data-source="openBooks">
      <p>
        Members could withdraw <Money amount={owed.atOnce} /> today without notice. In custody there
        is <Money amount={held.custody} />: of each dollar requested today,{' '}
        <Money amount={computeImmediateCoverage(held.custody, owed.atOnce)} /> could be paid today.
      </p>
      <p>
        <Money amount={owed.invested} /> is invested and can be withdrawn on each plan’s terms.{' '}
        <Money amount={held.placed} /> is placed outside for plans and would have to come back
        first. The database refuses to place more for a plan than its open principal and unpaid
        income, or more than leaves custody, at cost, covering what members can withdraw at once.
      </p>
      <p>
        {owed.due > 0n ? (
          <>
            <Money amount={owed.due} /> in returns is due but unfunded.
          </>
        ) : (
          'No due return is currently unfunded.'
        )}{' '}
        The database pays returns only from an account of plan income, and no transfer leads from a
        member or a deposit to it. While assets are placed for a plan, it refuses to record income
        of that plan unless the approval of two admins says that the payment is income, and names
        what is placed; otherwise a payment is capital that came back. It cannot know what a payment
        recorded as income was earned with: two admins approve each one with evidence.
      </p>
    </div>
  )
}
