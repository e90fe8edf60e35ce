import type { Cents } from '#lib/money.ts'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { Fact, Facts } from './facts.tsx'

type FeeTerms = { withdrawalFee: Cents; minWithdrawal: Cents }
type MethodFees = FeeTerms & {
  label: string
  announced: (FeeTerms & { effectiveFrom: Date }) | null
}

/** Renders the withdrawal fee and the minimum of each payment method, in force and announced. */
export const WithdrawalFees = ({
  fees,
  ceiling,
}: {
  fees: readonly MethodFees[]
  ceiling: Cents
}) => (
  <Section
    id="fees"
    title="Withdrawal fees"
    lead="The fee is deducted from your withdrawal. There are no other charges."
  >
    <div data-source="listPaymentMethods getSetting">
      <Facts>
        {fees.map(({ label, announced, ...terms }) => (
          <Fact key={label} label={label}>
            <Terms {...terms} />
            {announced && (
              <>
                . From <When at={announced.effectiveFrom.toISOString()} timeZone="UTC" /> UTC:{' '}
                <Terms {...announced} />
              </>
            )}
          </Fact>
        ))}
      </Facts>
      <p>
        A higher fee or minimum is announced by email 30 days ahead and is never more than{' '}
        <Money amount={ceiling} />.
      </p>
    </div>
  </Section>
)

const Terms = ({ withdrawalFee, minWithdrawal }: FeeTerms) => (
  <>
    <Money amount={withdrawalFee} />, minimum withdrawal <Money amount={minWithdrawal} />
  </>
)
