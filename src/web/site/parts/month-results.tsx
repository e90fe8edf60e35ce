import { formatMonth } from '#lib/dates.ts'
import type { MonthOfPlan } from '#modules/plans/model.ts'
import { Percent } from '#ui/figures/change.tsx'
import { Figure } from '#ui/figures/money.tsx'

export const MonthResults = ({
  name,
  months,
}: {
  name: string
  months: readonly MonthOfPlan[]
}) => (
  <table>
    <caption className="visually-hidden">{name}, by month, in US dollars</caption>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Income</th>
        <th scope="col">Losses</th>
        <th scope="col">Result</th>
        <th scope="col">% of capital</th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, income, loss, rateBps }) => (
        <tr key={month}>
          <th scope="row">{formatMonth(month)}</th>
          <td data-label="Income">
            <Figure amount={income} />
          </td>
          <td data-label="Losses">
            <Figure amount={-loss} />
          </td>
          <td data-label="Result">
            <Figure amount={income - loss} sign="always" coloured />
          </td>
          <td data-label="% of capital">
            {rateBps === null ? (
              '–'
            ) : (
              <Percent value={BigInt(rateBps)} sign="always" decimals={2} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
