import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSetting } from '#modules/settings/queries.ts'
import { appContext } from '../../context.ts'
import { type Clause, LegalDocument } from './document.tsx'

/** The version is the one that sign-up asks consent to. */
export function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  return getSetting(app.db, app.config, 'legal')
}

export default function RiskDisclosure() {
  const { riskDisclosure } = useLoaderData<typeof loader>()
  return (
    <LegalDocument title="Risk Disclosure" version={riskDisclosure} summary={SUMMARY} clauses={CLAUSES} />
  )
}

const SUMMARY = (
  <p>
    Don’t invest unless you’re prepared to lose all the money you invest. This is a high-risk investment and
    you should not expect to be protected if something goes wrong.
  </p>
)

const CLAUSES: readonly Clause[] = [
  {
    id: 'loss',
    title: 'You can lose all of it',
    text: 'Investments fall as well as rise, and a whole plan can fail. No scheme repays you when an investment falls.',
  },
  {
    id: 'targets',
    title: 'A target is not a promise',
    text: 'The target return of a plan says what it aims for over its term. It may pay less, nothing, or give back less than was put in. The higher a target, the more has to go right; above the equivalent of 30% a year we say so beside it.',
  },
  {
    id: 'timing',
    title: 'It may take longer',
    text: 'What has matured and has no recorded income behind it stays due until income arrives. That may never happen.',
  },
  {
    id: 'coin',
    title: 'Coin moves in price and can’t be called back',
    text: 'You pay in coin and are owed dollars. A payment to a wrong address or on a wrong network is lost, and neither we nor anyone can bring it back.',
  },
  {
    id: 'operator',
    title: 'The operator can fail',
    text: 'Books that everyone can check show what is owed and what is held. They can’t show what an operator hides outside of them, and they are neither an audit nor an insurance.',
  },
  {
    id: 'spread',
    title: 'Don’t put everything in one place',
    text: 'Money that you will need soon, or couldn’t do without, doesn’t belong in a high-risk investment. Ask an adviser when you are not sure.',
  },
]
