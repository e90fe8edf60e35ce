import { Link } from 'react-router'

const LEARN_MORE = 'Take 2 mins to learn more'

/** Shows a risk warning, whose words about learning more lead to the summary of the risks. */
export function RiskText({ text }: { text: string }) {
  const [before = '', ...after] = text.split(LEARN_MORE)
  if (after.length === 0) return text

  return (
    <>
      {before}
      <Link className="link" to="/legal/risk-disclosure#summary">
        {LEARN_MORE}
      </Link>
      {after.join(LEARN_MORE)}
    </>
  )
}
