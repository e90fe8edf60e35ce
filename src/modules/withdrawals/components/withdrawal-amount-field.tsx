import { tidyAmount } from '#lib/typed-amount.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'

type AmountProps = { value: string; all: string; onChange: (typed: string) => void }

/** The field for the amount, with the available balance. */
export function AmountField({ value, all, onChange }: AmountProps) {
  return (
    <MoneyField
      label="Amount"
      name="amount"
      value={value}
      onChange={onChange}
      hint={
        <>
          You have <Money amount={all} /> available.
        </>
      }
      action={
        <Button size="sm" onClick={() => onChange(tidyAmount(all))}>
          Max
        </Button>
      }
    />
  )
}
