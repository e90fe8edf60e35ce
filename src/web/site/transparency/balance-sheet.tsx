import { computeCoverage, computeImmediateCoverage } from '#modules/transparency/model.ts'
import type { TransparencyReport } from '#modules/transparency/queries.ts'
import { Money } from '#ui/figures/money.tsx'
import { Fact } from '../parts/facts.tsx'
import styles from '../transparency.module.css'

/** Displays the member balances beside the assets held. */
export function Balance({ report: { owed, held } }: { report: TransparencyReport }) {
  const perDollar = computeCoverage(held.total, owed.total)
  return (
    <div className={styles.balance} data-source="openBooks">
      <Sheet
        title={`Member balances, ${owed.members} ${owed.members === 1 ? 'member' : 'members'}`}
        total={owed.total}
      >
        <Fact label="Invested in plans">
          <Money amount={owed.invested} />
        </Fact>
        <Fact label="Cash, profit and pending withdrawals">
          <Money amount={owed.atOnce} />
        </Fact>
      </Sheet>
      <Sheet title="Assets held" total={held.total}>
        {held.coins.map(({ currency, amount, cents }) => (
          <Fact
            key={currency}
            label={
              currency === 'USD' ? (
                'US dollars in bank accounts'
              ) : (
                <Money amount={amount} unit={currency} />
              )
            }
          >
            {cents === null ? 'No current price' : <Money amount={cents} />}
          </Fact>
        ))}
        <Fact label="Unmatched payments, deducted">
          <Money amount={-held.suspense} />
        </Fact>
        <Fact label="Plan assets, at cost">
          <Money amount={held.placed} />
        </Fact>
      </Sheet>
      <p className={styles.cover}>
        Due, awaiting plan income: <Money amount={owed.due} />. This is not included in member
        balances, because returns are paid only from recorded income.
      </p>
      <p className={styles.cover}>
        {perDollar === null ? (
          'Members have no balances yet.'
        ) : (
          <>
            Assets per $1.00 owed: <Money amount={perDollar} />, with crypto at current prices.{' '}
            {perDollar < 100n && <b>That is less than we owe members.</b>}
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

/** Displays how much of the member balances can be paid today. */
export function Liquidity({ report: { owed, held } }: { report: TransparencyReport }) {
  return (
    <div className={styles.prose} data-source="openBooks">
      <p>
        Members can withdraw <Money amount={owed.atOnce} /> in cash, profit and pending withdrawals
        at any time. We hold <Money amount={held.custody} /> in custody, so{' '}
        {String(computeImmediateCoverage(held.custody, owed.atOnce))}% of that could be paid today.
      </p>
      <p>
        <Money amount={owed.invested} /> is invested and can be withdrawn on each plan’s terms.{' '}
        <Money amount={held.placed} /> is placed in plan assets, which would have to be sold first.
        The database enforces two limits. No more can be placed for a plan than its open principal
        and unpaid income. And what stays in custody, at cost, must cover what members can withdraw
        at any time.
      </p>
      <p>
        {owed.due > 0n ? (
          <>
            <Money amount={owed.due} /> in returns is due and awaits plan income.
          </>
        ) : (
          'No returns await plan income.'
        )}{' '}
        Returns are paid only from a plan’s income account, which can’t receive money from members
        or their deposits. The database can’t know how income was earned, so two admins approve each
        entry with evidence. While a plan has assets placed, a payment counts as returned capital,
        unless the approval says that it is income and how much is placed.
      </p>
    </div>
  )
}
