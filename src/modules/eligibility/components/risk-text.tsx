import { Link } from 'react-router'
import { LEARN_MORE, RISK_SUMMARY_PATH } from '#modules/settings/model.ts'

/** Shows a risk warning, whose words about learning more lead to the summary of the risks. */
export function RiskText({ text }: { text: string }) {
  const [before = '', ...after] = text.split(LEARN_MORE)
  if (after.length === 0) return text

  return (
    <>
      {before}
      <Link className="link" to={RISK_SUMMARY_PATH}>
        {LEARN_MORE}
      </Link>
      {after.join(LEARN_MORE)}
    </>
  )
}
